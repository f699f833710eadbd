// The destructor of a std::jthread that was detached joins nothing ([thread.jthread.cons], [thread.jthread.mem]).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 5322
#include <cassert>
#include <thread>

static int value;

int main() {
  {
    std::jthread t([] { value = 1; });
    t.detach(); // should not be here
  }
  assert(value == 1);
}
