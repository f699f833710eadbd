// std::unique_lock throws std::system_error where lock or unlock make no sense: locked already, not locked, no mutex ([thread.lock.unique.locking]).
// expect: TRUE
// flags: -std=c++20
// states: 374
#include <cassert>
#include <mutex>
#include <system_error>

static std::mutex m;

template <class F> static bool throws(std::errc expected, F f) {
  try {
    f();
  } catch (const std::system_error &e) {
    return e.code() == expected;
  }
  return false;
}

int main() {
  std::unique_lock<std::mutex> none, lock(m);
  assert(lock && !none);
  assert(throws(std::errc::resource_deadlock_would_occur, [&] { lock.lock(); }));
  lock.unlock();
  assert(!lock);
  assert(throws(std::errc::operation_not_permitted, [&] { lock.unlock(); }));
  assert(throws(std::errc::operation_not_permitted, [&] { none.lock(); }));
}
