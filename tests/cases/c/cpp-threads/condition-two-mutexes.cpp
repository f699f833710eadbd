// Two threads wait on a std::condition_variable with different mutexes at the same time, which is undefined ([thread.condition.condvar], wait_for, preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 17792
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m, n;
static std::condition_variable changed;

int main() {
  std::thread t([] {
    std::unique_lock lock(m);
    changed.wait_for(lock, std::chrono::milliseconds(1));
  });
  {
    std::unique_lock lock(n);
    changed.wait_for(lock, std::chrono::milliseconds(1));
  }
  t.join();
}
