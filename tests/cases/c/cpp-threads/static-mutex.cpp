// The initialiser of a local static locks a mutex; nobody comes to the declaration with that mutex locked ([stmt.dcl]).
// expect: TRUE
// flags: -std=c++20
// states: 5243
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex m;

static int make() {
  std::lock_guard lock(m);
  return 42;
}

static int value() {
  static int v = make();
  return v;
}

int main() {
  std::thread t([] {
    assert(value() == 42);
    std::lock_guard lock(m);
  });
  assert(value() == 42);
  t.join();
}
