// try_lock of a std::mutex by the thread that owns it is undefined ([thread.mutex.requirements.mutex], try_lock, preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 20
#include <mutex>

static std::mutex m;

int main() {
  m.lock();
  if (m.try_lock()) // needs a std::recursive_mutex
    m.unlock();
  m.unlock();
}
