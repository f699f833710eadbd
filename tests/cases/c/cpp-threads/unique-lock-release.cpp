// release of a std::unique_lock hands back the mutex, locked: the caller unlocks it ([thread.lock.unique.mod]).
// expect: TRUE
// flags: -std=c++20
// states: 2328
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  {
    std::unique_lock lock(m);
    lock.release()->unlock();
    assert(!lock.owns_lock() && lock.mutex() == nullptr);
  }
  std::thread t([] { std::lock_guard lock(m); });
  t.join();
}
