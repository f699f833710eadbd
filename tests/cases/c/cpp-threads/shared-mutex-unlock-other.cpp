// A thread releases shared ownership of a std::shared_mutex that it does not have, although another thread has it: undefined ([thread.sharedmutex.requirements], unlock_shared, preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 901
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;

int main() {
  m.lock_shared();
  std::thread t([] {
    m.unlock_shared(); // lock_shared should be before
  });
  t.join();
  m.unlock_shared();
}
