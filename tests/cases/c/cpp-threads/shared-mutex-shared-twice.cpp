// A thread takes shared ownership of a std::shared_mutex that it owns in shared mode already, which is undefined ([thread.sharedmutex.class], [thread.sharedmutex.requirements], lock_shared).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 9
#include <shared_mutex>

static std::shared_mutex m;

int main() {
  m.lock_shared();
  m.lock_shared(); // should not be here
  m.unlock_shared();
  m.unlock_shared();
}
