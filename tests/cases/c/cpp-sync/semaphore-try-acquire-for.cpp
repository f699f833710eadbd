// try_acquire_for waits until the semaphore is free or the time is over; only success orders the accesses ([thread.sema.cnt], try_acquire_for).
// expect: TRUE
// flags: -std=c++20
// states: 2475
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static std::binary_semaphore filled(0);
static int data;

int main() {
  std::thread t([] {
    data = 1;
    filled.release();
  });
  if (filled.try_acquire_for(std::chrono::seconds(1)))
    assert(data == 1);
  t.join();
}
