// A thread unlocks a std::mutex that another thread owns, which is undefined ([thread.mutex.requirements.mutex], unlock, preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 967
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  m.lock();
  std::thread t([] {
    m.unlock(); // should be left to the owner
  });
  t.join();
}
