// acquire blocks for ever if nobody releases ([thread.sema.cnt], acquire: blocks until the counter is greater than zero).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 1387
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> filled(0);
static int data;

int main() {
  std::thread t([] {
    data = 1; // should release
  });
  filled.acquire();
  assert(data == 1);
  t.join();
}
