// A reader gets a std::shared_mutex that is owned in shared mode although a writer waits; that it may wait too is asked for by the strict reading only ([thread.sharedmutex.requirements]).
// expect: TRUE
// flags: -std=c++20
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;

int main() {
  m.lock_shared();
  std::thread writer([] {
    m.lock();
    m.unlock();
  });
  std::thread reader([] {
    m.lock_shared();
    m.unlock_shared();
  });
  reader.join();
  m.unlock_shared();
  writer.join();
}
