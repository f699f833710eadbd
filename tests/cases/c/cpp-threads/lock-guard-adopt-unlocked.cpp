// std::lock_guard with adopt_lock for a mutex that the thread does not own unlocks what was never locked ([thread.lock.guard], preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 16
#include <mutex>

static std::mutex m;

int main() {
  // m.lock() should be here
  std::lock_guard lock(m, std::adopt_lock);
}
