// A latch with a negative count is undefined ([thread.latch.class], constructor: Preconditions: expected >= 0).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 13
#include <latch>

int main() {
  int count = 0;
  count--;
  std::latch never(count);
}
