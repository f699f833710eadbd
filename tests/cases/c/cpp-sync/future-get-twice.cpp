// get of a future without a state is undefined; that an implementation should throw no_state is only recommended ([futures.unique.future], paragraph 3).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 1177
#include <cassert>
#include <future>

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  p.set_value(1);
  int value = f.get();
  assert(value == 1);
  try {
    f.get(); // valid() is false
  } catch (const std::future_error &) {
  }
}
