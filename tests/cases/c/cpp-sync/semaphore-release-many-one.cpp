// release() adds 1: one of two threads that acquire waits for ever ([thread.sema.cnt], release: the default of update is 1).
// expect: deadlock=FALSE
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
    ready.release(); // should be release(2)
  });
  reader();
  t.join();
  u.join();
}
