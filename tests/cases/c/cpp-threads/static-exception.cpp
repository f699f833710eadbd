// A local static whose initialiser throws is initialised again by the next that comes, once ([stmt.dcl]).
// expect: TRUE
// flags: -std=c++20
// states: 4469
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> tries{0};

static int attempt() {
  if (++tries == 1)
    throw 1;
  return 42;
}

static int value() {
  static int v = attempt();
  return v;
}

static void user() {
  try {
    value();
  } catch (int) {
  }
  assert(value() == 42);
}

int main() {
  std::thread t(user);
  user();
  t.join();
  assert(tries == 2);
}
