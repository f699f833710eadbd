// The owner of a std::recursive_timed_mutex gets a further level by try_lock_for; another thread does not get it at all ([thread.timedmutex.recursive]).
// expect: TRUE
// flags: -std=c++20
// states: 10332
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::recursive_timed_mutex m;

int main() {
  using std::chrono::milliseconds;
  m.lock();
  assert(m.try_lock_for(milliseconds(1)));
  m.unlock();
  std::thread t([] { assert(!m.try_lock_for(milliseconds(1))); });
  t.join();
  m.unlock();
}
