// A second get_future throws future_already_retrieved ([futures.promise], get_future: Error conditions).
// expect: TRUE
// flags: -std=c++20
// states: 2241
#include <cassert>
#include <future>

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  bool twice = false;
  try {
    p.get_future();
  } catch (const std::future_error &e) {
    twice = e.code() == std::future_errc::future_already_retrieved;
  }
  assert(twice);
  p.set_value(1);
  int value = f.get();
  assert(value == 1);
}
