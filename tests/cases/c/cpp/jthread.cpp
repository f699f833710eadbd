// A std::jthread joins in its destructor (its stop token uses atomics weaker than seq_cst, so races are not decided).
// expect: data-race=UNKNOWN
// flags: -std=c++20
#include <cassert>
#include <thread>

static int result;

int main() {
  {
    std::jthread t([] { result = 1; });
  }
  assert(result == 1);
}
