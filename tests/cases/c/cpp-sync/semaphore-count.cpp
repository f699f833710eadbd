// A counting_semaphore<3> that starts at 2 lets two of three threads in, never three ([thread.sema.cnt], acquire: blocks until the counter is greater than zero).
// expect: TRUE
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<3> seats(2);
static std::atomic<int> inside{0};

static void work() {
  seats.acquire();
  int now = ++inside;
  assert(now <= 2);
  inside--;
  seats.release();
}

int main() {
  std::thread t(work), u(work);
  work();
  t.join();
  u.join();
}
