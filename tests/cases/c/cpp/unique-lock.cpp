// std::unique_lock, locked later and unlocked by hand.
// expect: TRUE
// states: 7314
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void work() {
  std::unique_lock<std::mutex> lock(m, std::defer_lock);
  assert(!lock.owns_lock());
  lock.lock();
  counter++;
  lock.unlock();
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
