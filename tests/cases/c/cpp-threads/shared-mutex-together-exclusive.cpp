// A thread waits for exclusive ownership of a std::shared_mutex while the one that joins it keeps shared ownership ([thread.sharedmutex.requirements]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 901
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;

int main() {
  m.lock_shared();
  std::thread t([] {
    m.lock(); // should be lock_shared
    m.unlock();
  });
  t.join();
  m.unlock_shared();
}
