// A std::jthread joins in its destructor.
// expect: TRUE
// flags: -std=c++20
// states: 7346
#include <cassert>
#include <thread>

static int result;

int main() {
  {
    std::jthread t([] { result = 1; });
  }
  assert(result == 1);
}
