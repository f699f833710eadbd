// release(2) adds 2 in one step and unblocks two threads, which see what was written before ([thread.sema.cnt], release: Effects, Synchronization).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> ready(0);
static int data;

static void reader() {
  ready.acquire();
  assert(data == 1);
}

int main() {
  std::thread t(reader);
  std::thread u([] {
    data = 1;
    ready.release(2);
  });
  reader();
  t.join();
  u.join();
}
