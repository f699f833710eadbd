// A std::unique_lock that is moved from owns nothing; the one that is moved to owns the mutex and unlocks it ([thread.lock.unique.cons]).
// expect: TRUE
// flags: -std=c++20
// states: 12644
#include <cassert>
#include <mutex>
#include <thread>
#include <utility>

static std::mutex m;
static int counter;

static std::unique_lock<std::mutex> enter() {
  std::unique_lock lock(m);
  return lock;
}

static void work() {
  std::unique_lock first = enter();
  std::unique_lock second(std::move(first));
  assert(!first && first.mutex() == nullptr);
  assert(second && second.mutex() == &m);
  counter++;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
