// Two threads take two mutexes in opposite order; lock of a std::timed_mutex has no time limit ([thread.timedmutex.class]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 5300
#include <mutex>
#include <thread>

static std::timed_mutex a, b;

int main() {
  std::thread t([] {
    a.lock();
    b.lock(); // should have a time limit
    b.unlock();
    a.unlock();
  });
  b.lock();
  a.lock();
  a.unlock();
  b.unlock();
  t.join();
}
