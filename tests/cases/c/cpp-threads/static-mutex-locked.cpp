// One thread waits for the initialisation of a local static with a mutex locked that the initialiser in the other thread needs ([stmt.dcl]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 5936
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
    std::lock_guard lock(m); // should be locked after the call
    assert(value() == 42);
  });
  assert(value() == 42);
  t.join();
}
