// try_acquire_for returns false if the time is over before the release ([thread.sema.cnt], try_acquire_for).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 2456
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static std::binary_semaphore filled(0);

int main() {
  std::thread t([] { filled.release(); });
  bool got = filled.try_acquire_for(std::chrono::seconds(1)); // may be false
  t.join();
  assert(got);
}
