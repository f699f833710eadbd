// A thread that owns a std::shared_mutex in shared mode asks for exclusive ownership and waits for itself ([thread.sharedmutex.class]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 9
#include <shared_mutex>

static std::shared_mutex m;

int main() {
  m.lock_shared();
  m.lock(); // m.unlock_shared() should be before
  m.unlock();
}
