// A latch of zero is open from the start ([thread.latch.class], constructor: expected >= 0).
// expect: TRUE
// flags: -std=c++20
// states: 16
#include <latch>

int main() {
  std::latch open(0);
  open.wait();
}
