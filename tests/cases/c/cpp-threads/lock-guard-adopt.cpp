// std::lock_guard with adopt_lock takes over a mutex that the thread owns, and unlocks it in the end ([thread.lock.guard]).
// expect: TRUE
// flags: -std=c++20
// states: 4262
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void work() {
  m.lock();
  std::lock_guard lock(m, std::adopt_lock);
  counter++;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
