// try_acquire does not wait: who ignores its result reads while the other thread writes ([thread.sema.cnt], try_acquire: without blocking).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 1839
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore filled(0);
static int data;

int main() {
  std::thread t([] {
    data = 1;
    filled.release();
  });
  (void)filled.try_acquire(); // should be an acquire
  assert(data == 1);
  t.join();
}
