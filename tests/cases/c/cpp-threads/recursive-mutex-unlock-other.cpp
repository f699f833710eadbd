// A thread unlocks a std::recursive_mutex that another thread owns, which is undefined ([thread.mutex.requirements.mutex], unlock, preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 1035
#include <mutex>
#include <thread>

static std::recursive_mutex m;

int main() {
  m.lock();
  std::thread t([] {
    m.unlock(); // should be left to the owner
  });
  t.join();
}
