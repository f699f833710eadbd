// Two threads release a binary_semaphore, whose max() is 1 here: undefined if nobody acquires in between ([thread.sema.cnt], release: Preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 1873
#include <semaphore>
#include <thread>

static std::binary_semaphore event(0);

int main() {
  std::thread t([] { event.release(); });
  event.release(); // both may release before the acquire
  event.acquire();
  t.join();
}
