// arrive(0) is undefined, unlike count_down(0) of a latch ([thread.barrier.class], arrive: Preconditions: update > 0).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 22
#include <barrier>

int main() {
  std::barrier<> meet(2);
  (void)meet.arrive(0);
}
