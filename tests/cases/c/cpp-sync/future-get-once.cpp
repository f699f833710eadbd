// get releases the shared state: valid() is false afterwards, and nothing else is called ([futures.unique.future], get: Postconditions).
// expect: TRUE
// flags: -std=c++20
// states: 1451
#include <cassert>
#include <future>

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  p.set_value(1);
  assert(f.valid());
  int value = f.get();
  assert(value == 1);
  if (f.valid())
    f.get();
}
