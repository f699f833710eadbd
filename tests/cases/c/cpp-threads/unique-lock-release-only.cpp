// release of a std::unique_lock does not unlock: the other thread waits for ever ([thread.lock.unique.mod]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 1179
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  {
    std::unique_lock lock(m);
    lock.release(); // should be lock.unlock()
    assert(!lock.owns_lock() && lock.mutex() == nullptr);
  }
  std::thread t([] { std::lock_guard lock(m); });
  t.join();
}
