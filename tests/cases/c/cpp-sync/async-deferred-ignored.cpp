// A deferred function never runs if nobody waits for it ([futures.async], launch::deferred).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 786
#include <cassert>
#include <future>

static int runs;

int main() {
  {
    auto f = std::async(std::launch::deferred, [] { runs++; }); // should call f.get()
  }
  assert(runs == 1);
}
