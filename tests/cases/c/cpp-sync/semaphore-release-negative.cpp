// release(-1) is undefined ([thread.sema.cnt], release: Preconditions: update >= 0).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 14
#include <semaphore>

int main() {
  std::counting_semaphore<2> s(1);
  s.release(-1); // should be an acquire
}
