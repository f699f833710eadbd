// try_lock_shared succeeds beside another shared owner, try_lock does not; beside an exclusive owner neither does ([thread.sharedmutex.requirements], [thread.mutex.requirements.mutex]).
// expect: TRUE
// flags: -std=c++20
// states: 3194
#include <cassert>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;

int main() {
  m.lock_shared();
  std::thread t([] {
    assert(!m.try_lock());
    assert(m.try_lock_shared());
    m.unlock_shared();
  });
  t.join();
  m.unlock_shared();
  m.lock();
  std::thread u([] {
    assert(!m.try_lock());
    assert(!m.try_lock_shared());
  });
  u.join();
  m.unlock();
}
