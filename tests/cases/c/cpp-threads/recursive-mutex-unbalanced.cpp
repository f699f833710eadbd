// A std::recursive_mutex locked twice and unlocked once is not free: the other thread waits for ever ([thread.mutex.recursive]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 1062
#include <mutex>
#include <thread>

static std::recursive_mutex m;

int main() {
  m.lock();
  m.lock();
  m.unlock(); // should be there twice
  std::thread u([] {
    m.lock();
    m.unlock();
  });
  u.join();
}
