// std::try_lock returns the index of the mutex that it did not get, and unlocks those before; -1 if it got all ([thread.lock.algorithm]).
// expect: TRUE
// flags: -std=c++20
// states: 7006
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;

int main() {
  b.lock();
  std::thread t([] {
    assert(std::try_lock(a, b) == 1);
    assert(std::try_lock(b, a) == 0);
    assert(a.try_lock());
    a.unlock();
  });
  t.join();
  b.unlock();
  assert(std::try_lock(a, b) == -1);
  a.unlock();
  b.unlock();
}
