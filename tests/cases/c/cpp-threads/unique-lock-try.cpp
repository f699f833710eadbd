// std::unique_lock with try_to_lock owns the mutex or does not; who owns it is alone, who does not leaves it alone ([thread.lock.unique.cons]).
// expect: TRUE
// flags: -std=c++20
// states: 8256
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void work() {
  std::unique_lock lock(m, std::try_to_lock);
  if (lock)
    counter++;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 1 || counter == 2);
}
