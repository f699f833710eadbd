// If the second of two locks throws, the first one stays locked: another thread waits for ever ([thread.mutex.requirements.mutex]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 1159
#include <cassert>
#include <mutex>
#include <thread>

struct Broken {
  void lock() { throw 1; }
  bool try_lock() { throw 1; }
  void unlock() {}
};

static std::mutex m;

int main() {
  Broken broken;
  bool caught = false;
  try {
    m.lock();
    broken.lock(); // should be std::lock(m, broken)
  } catch (int) {
    caught = true;
  }
  assert(caught);
  std::thread t([] { std::lock_guard lock(m); });
  t.join();
}
