// A promise or a task without a state throws no_state ([futures.promise], [futures.task.members]): that is not undefined.
// expect: TRUE
// flags: -std=c++20
// states: 4171
#include <cassert>
#include <future>
#include <utility>

template <typename F> static bool throws(F f) {
  try {
    f();
  } catch (const std::future_error &e) {
    return e.code() == std::future_errc::no_state;
  }
  return false;
}

int main() {
  std::promise<int> from, to = std::move(from);
  assert(throws([&] { from.get_future(); }));
  assert(throws([&] { from.set_value(1); }));
  std::packaged_task<int()> task;
  assert(throws([&] { task(); }));
  assert(throws([&] { task.reset(); }));
  assert(throws([&] { task.get_future(); }));
}
