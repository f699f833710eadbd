// The futures of two calls of async are kept: the calls run at the same time ([futures.async], launch::async: as if in a new thread).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
#include <cassert>
#include <future>

static int counter;

int main() {
  auto f = std::async(std::launch::async, [] { counter++; }); // the counter should be atomic
  auto g = std::async(std::launch::async, [] { counter++; });
  f.get();
  g.get();
  assert(counter == 2);
}
