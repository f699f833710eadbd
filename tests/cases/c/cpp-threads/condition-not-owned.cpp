// A thread waits on a std::condition_variable with a lock that it does not own, which is undefined ([thread.condition.condvar], wait_for, preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 47
#include <chrono>
#include <condition_variable>
#include <mutex>

static std::mutex m;
static std::condition_variable changed;

int main() {
  std::unique_lock lock(m, std::defer_lock); // lock.lock() is missing
  changed.wait_for(lock, std::chrono::milliseconds(1));
}
