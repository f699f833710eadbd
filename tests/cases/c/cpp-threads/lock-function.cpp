// std::lock takes all its mutexes without deadlock, in whatever order they are named ([thread.lock.algorithm]).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int counter;

int main() {
  std::thread t([] {
    std::lock(a, b);
    std::lock_guard first(a, std::adopt_lock);
    std::lock_guard second(b, std::adopt_lock);
    counter++;
  });
  {
    std::lock(b, a);
    std::scoped_lock both(std::adopt_lock, b, a);
    counter++;
  }
  t.join();
  assert(counter == 2);
}
