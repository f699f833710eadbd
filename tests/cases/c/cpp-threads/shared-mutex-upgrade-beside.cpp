// A detached thread asks for exclusive ownership of the std::shared_mutex that it owns in shared mode, and waits for itself while the first thread runs on ([thread.sharedmutex.class]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 2883
#include <atomic>
#include <shared_mutex>
#include <thread>

static std::shared_mutex &m = *new std::shared_mutex; // never destroyed
static std::atomic<int> steps{0};

int main() {
  std::thread t([] {
    m.lock_shared();
    m.lock(); // m.unlock_shared() should be before
    m.unlock();
  });
  t.detach();
  steps++;
  steps++;
}
