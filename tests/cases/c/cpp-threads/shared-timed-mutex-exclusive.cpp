// std::shared_timed_mutex beside an exclusive owner: try_lock_shared_for gives up as well ([thread.sharedtimedmutex.requirements]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 2235
#include <cassert>
#include <chrono>
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex m;

int main() {
  using std::chrono::milliseconds;
  m.lock(); // should be lock_shared
  std::thread t([] {
    assert(!m.try_lock_for(milliseconds(1)));
    assert(m.try_lock_shared_for(milliseconds(1)));
    m.unlock_shared();
  });
  t.join();
  m.unlock();
}
