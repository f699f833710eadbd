// A std::mutex is destroyed after it was unlocked ([thread.mutex.class]).
// expect: TRUE
// flags: -std=c++20
// states: 236
#include <memory>
#include <mutex>

int main() {
  {
    std::mutex m;
    m.lock();
    m.unlock();
  }
  auto p = std::make_unique<std::mutex>();
  p->lock();
  p->unlock();
}
