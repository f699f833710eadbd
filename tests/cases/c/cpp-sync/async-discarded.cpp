// The futures of two calls of async are temporaries: the second call begins when the first one is done ([futures.async]).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>

static int counter;

int main() {
  (void)std::async(std::launch::async, [] { counter++; });
  (void)std::async(std::launch::async, [] { counter++; });
  assert(counter == 2);
}
