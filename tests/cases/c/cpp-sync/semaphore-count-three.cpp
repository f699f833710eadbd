// A counting_semaphore<3> that starts at 3 lets all three threads in at once ([thread.sema.cnt], constructor: the counter is initialised with desired).
// expect: assertion=FALSE
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<3> seats(3); // should be 2
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
