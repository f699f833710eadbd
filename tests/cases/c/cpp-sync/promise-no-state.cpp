// set_value of a promise that was moved from throws no_state ([futures.promise], set_value: Error conditions).
// expect: TRUE
// flags: -std=c++20
// states: 2237
#include <cassert>
#include <future>
#include <utility>

int main() {
  std::promise<int> p;
  std::promise<int> q = std::move(p);
  bool empty = false;
  try {
    p.set_value(1);
  } catch (const std::future_error &e) {
    empty = e.code() == std::future_errc::no_state;
  }
  assert(empty);
  q.set_value(2);
  int value = q.get_future().get();
  assert(value == 2);
}
