// Whether a future has a state can be asked before get ([futures.unique.future]: valid).
// expect: TRUE
// flags: -std=c++20
// states: 1674
#include <cassert>
#include <future>

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  p.set_value(1);
  int got = 0;
  for (int i = 0; i < 2; i++)
    if (f.valid()) got += f.get();
  assert(got == 1);
  std::future<int> empty, moved = std::move(empty); // allowed without a state
  std::shared_future<int> shared = moved.share(), copy = shared;
  assert(!copy.valid());
}
