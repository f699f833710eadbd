// Two calls of lock instead of one std::lock, in opposite order: two threads wait for each other ([thread.lock.algorithm]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 12341
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int counter;

int main() {
  std::thread t([] {
    a.lock();
    b.lock(); // should be std::lock(a, b)
    std::lock_guard first(a, std::adopt_lock);
    std::lock_guard second(b, std::adopt_lock);
    counter++;
  });
  {
    b.lock();
    a.lock(); // should be std::lock(b, a)
    std::scoped_lock both(std::adopt_lock, b, a);
    counter++;
  }
  t.join();
  assert(counter == 2);
}
