// The destructor of a std::jthread that is joinable joins it: its writes are seen ([thread.jthread.cons]).
// expect: TRUE
// flags: -std=c++20
// states: 8102
#include <cassert>
#include <thread>

static int value;

int main() {
  {
    std::jthread t([] { value = 1; });
    assert(t.joinable());
  }
  assert(value == 1);
}
