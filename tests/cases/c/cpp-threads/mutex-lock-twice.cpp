// A thread locks a std::mutex that it owns and waits for itself ([thread.mutex.class], [thread.mutex.requirements.mutex], lock).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 19
#include <mutex>

static std::mutex m;

int main() {
  m.lock();
  m.lock(); // needs a std::recursive_mutex
  m.unlock();
  m.unlock();
}
