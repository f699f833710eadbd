// A lambda in a thread captures a local variable by reference; the thread is joined before the block ends ([basic.life], [expr.prim.lambda.capture]).
// expect: TRUE
// flags: -std=c++20
// states: 3731
#include <cassert>
#include <thread>

int main() {
  std::thread t;
  {
    int local = 42;
    t = std::thread([&local] { assert(local == 42); });
    t.join();
  }
}
