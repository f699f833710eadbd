// A lambda in a thread captures a local variable by reference; the block may have ended when the thread runs ([basic.life], [expr.prim.lambda.capture]).
// expect: memory=FALSE data-race=FALSE
// flags: -std=c++20
// states: 3773
#include <cassert>
#include <thread>

int main() {
  std::thread t;
  {
    int local = 42;
    t = std::thread([&local] { assert(local == 42); });
  }
  t.join(); // should come before the end of the block
}
