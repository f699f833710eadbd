// Who gets the semaphore by try_acquire sees what was written before the release ([thread.sema.cnt], release: Synchronization).
// expect: TRUE
// flags: -std=c++20
// states: 1769
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
  if (filled.try_acquire())
    assert(data == 1);
  t.join();
}
