// std::shared_lock takes shared ownership and gives it up by unlock: a writer goes on ([thread.lock.shared]).
// expect: TRUE
// flags: -std=c++20
// states: 1958
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
    lock.unlock();
    assert(!lock);
  }
  std::thread t([] {
    std::lock_guard lock(m);
    value = 1;
  });
  t.join();
  assert(value == 1);
}
