// The owner of a std::recursive_mutex gets further levels by lock and try_lock; others get it after as many unlocks ([thread.mutex.recursive]).
// expect: TRUE
// flags: -std=c++20
// states: 3797
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex m;

int main() {
  m.lock();
  assert(m.try_lock());
  m.unlock();
  std::thread t([] { assert(!m.try_lock()); });
  t.join();
  m.unlock();
  std::thread u([] {
    m.lock();
    m.unlock();
  });
  u.join();
}
