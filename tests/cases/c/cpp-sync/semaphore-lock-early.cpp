// A binary_semaphore as a lock is released before the access that it should protect ([thread.sema.cnt]).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 2118
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore lock(1);
static int counter;

static void work() {
  lock.acquire();
  lock.release(); // should come after the increment
  counter++;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
