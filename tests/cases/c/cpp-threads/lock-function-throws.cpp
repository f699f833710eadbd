// If one lock throws, std::lock unlocks what it has locked before ([thread.lock.algorithm]).
// expect: TRUE
// flags: -std=c++20
// states: 2369
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
    std::lock(m, broken);
  } catch (int) {
    caught = true;
  }
  assert(caught);
  std::thread t([] { std::lock_guard lock(m); });
  t.join();
}
