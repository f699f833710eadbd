// release of a std::shared_lock does not unlock: a writer waits for ever ([thread.lock.shared.mod]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 1119
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int value;

int main() {
  {
    std::shared_lock lock(m);
    assert(lock && lock.mutex() == &m);
    assert(value == 0);
    lock.release(); // should be lock.unlock()
    assert(!lock);
  }
  std::thread t([] {
    std::lock_guard lock(m);
    value = 1;
  });
  t.join();
  assert(value == 1);
}
