// The standard does not say that a reader gets a std::shared_mutex while a writer waits: reader, writer and the first owner may wait for each other ([thread.sharedmutex.requirements]).
// expect: deadlock=FALSE assertion=FALSE
// options: --strict-standard
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
