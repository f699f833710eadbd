// The result of std::try_lock is ignored: what it did not lock is unlocked ([thread.lock.algorithm], [thread.mutex.requirements.mutex], unlock).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 13894
#include <mutex>
#include <thread>

static std::mutex a, b;

int main() {
  std::thread t([] {
    std::lock_guard lock(b);
  });
  (void)std::try_lock(a, b); // should be compared with -1
  a.unlock();
  b.unlock();
  t.join();
}
