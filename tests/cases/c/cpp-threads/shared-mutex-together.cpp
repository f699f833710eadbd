// Two threads own a std::shared_mutex in shared mode at the same time: the second does not wait for the first ([thread.sharedmutex.requirements]).
// expect: TRUE
// flags: -std=c++20
// states: 1546
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;

int main() {
  m.lock_shared();
  std::thread t([] {
    m.lock_shared();
    m.unlock_shared();
  });
  t.join();
  m.unlock_shared();
}
