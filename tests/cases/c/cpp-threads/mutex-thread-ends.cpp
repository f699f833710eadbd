// A thread ends while it owns a std::mutex, which is undefined even if nobody locks it again ([thread.mutex.class]).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 1593
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  std::thread t([] {
    m.lock();
    // m.unlock() should be here
  });
  t.join();
}
