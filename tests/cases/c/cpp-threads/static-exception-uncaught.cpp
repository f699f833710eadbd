// The exception of the initialiser of a local static goes to the thread that ran it, which does not catch it: std::terminate ([stmt.dcl], [except.terminate]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 1448
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
  assert(value() == 42); // the first call throws
}

int main() {
  std::thread t(user);
  user();
  t.join();
  assert(tries == 2);
}
