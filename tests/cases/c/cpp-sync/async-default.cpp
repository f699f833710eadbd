// Without a policy async runs the function at once or deferred; get has the result in both cases ([futures.async]).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>

static int runs;

int main() {
  auto f = std::async([] { return ++runs; });
  int value = f.get();
  assert(value == 1 && runs == 1);
}
