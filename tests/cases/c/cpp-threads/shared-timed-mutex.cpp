// std::shared_timed_mutex beside a shared owner: try_lock_for gives up, try_lock_shared_for succeeds ([thread.sharedtimedmutex.requirements]).
// expect: TRUE
// flags: -std=c++20
// states: 2880
#include <cassert>
#include <chrono>
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex m;

int main() {
  using std::chrono::milliseconds;
  m.lock_shared();
  std::thread t([] {
    assert(!m.try_lock_for(milliseconds(1)));
    assert(m.try_lock_shared_for(milliseconds(1)));
    m.unlock_shared();
  });
  t.join();
  m.unlock_shared();
}
