// Each thread unlocks the std::mutex that it has locked itself ([thread.mutex.requirements.mutex], unlock).
// expect: TRUE
// flags: -std=c++20
// states: 1941
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  m.lock();
  m.unlock();
  std::thread t([] {
    m.lock();
    m.unlock();
  });
  t.join();
}
