// A thread unlocks one level of a std::recursive_timed_mutex that another thread owns, which is undefined ([thread.mutex.requirements.mutex], unlock, preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 1050
#include <mutex>
#include <thread>

static std::recursive_timed_mutex m;

int main() {
  m.lock();
  m.lock();
  std::thread t([] {
    m.unlock(); // should be left to the owner
  });
  t.join();
  m.unlock();
}
