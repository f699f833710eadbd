// A semaphore may be released by a thread that did not acquire it ([thread.sema]: not tied to threads of execution).
// expect: TRUE
// flags: -std=c++20
// states: 1479
#include <semaphore>
#include <thread>

static std::binary_semaphore lock(1);

int main() {
  lock.acquire();
  std::thread t([] { lock.release(); });
  t.join();
  lock.acquire();
}
