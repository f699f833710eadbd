// A thread releases shared ownership of a std::shared_mutex that it owns in exclusive mode, which is undefined ([thread.sharedmutex.requirements], unlock_shared, preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 9
#include <shared_mutex>

static std::shared_mutex m;

int main() {
  m.lock();
  m.unlock_shared(); // should be unlock
}
