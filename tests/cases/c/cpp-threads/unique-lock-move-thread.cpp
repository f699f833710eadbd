// A std::unique_lock moved into another thread unlocks the mutex there, which is undefined: that thread does not own it ([thread.lock.unique.cons], [thread.mutex.requirements.mutex], unlock).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 2080
#include <mutex>
#include <thread>
#include <utility>

static std::mutex m;

static void run(std::unique_lock<std::mutex>) {}

int main() {
  std::unique_lock lock(m);
  std::thread t(run, std::move(lock)); // the lock should stay here
  t.join();
}
