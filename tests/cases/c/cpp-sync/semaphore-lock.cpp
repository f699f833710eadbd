// A binary_semaphore that starts at 1 is a lock ([thread.sema.cnt]).
// expect: TRUE
// flags: -std=c++20
// states: 2091
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore lock(1);
static int counter;

static void work() {
  lock.acquire();
  counter++;
  lock.release();
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
