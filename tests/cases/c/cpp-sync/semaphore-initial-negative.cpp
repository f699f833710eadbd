// A semaphore with a negative initial count is undefined ([thread.sema.cnt], constructor: Preconditions: desired >= 0).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 13
#include <semaphore>

int main() {
  int count = 1;
  count -= 2;
  std::counting_semaphore<2> s(count);
}
