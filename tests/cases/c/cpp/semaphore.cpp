// std::binary_semaphore on POSIX semaphores passes a value from one thread to another.
// expect: TRUE
// flags: -std=c++20 -D_GLIBCXX_USE_POSIX_SEMAPHORE
// states: 1649
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore filled(0);
static int data;

int main() {
  std::thread t([] {
    data = 42;
    filled.release();
  });
  filled.acquire();
  assert(data == 42);
  t.join();
}
