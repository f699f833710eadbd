// Two threads take two mutexes in opposite order; try_lock_for gives up when its time has passed, so nobody is stuck ([thread.timedmutex.class], try_lock_for).
// expect: TRUE
// flags: -std=c++20
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex a, b;

int main() {
  std::thread t([] {
    a.lock();
    if (b.try_lock_for(std::chrono::milliseconds(1)))
      b.unlock();
    a.unlock();
  });
  b.lock();
  a.lock();
  a.unlock();
  b.unlock();
  t.join();
}
