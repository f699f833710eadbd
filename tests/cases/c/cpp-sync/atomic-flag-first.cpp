// test_and_set returns false for the first thread only; a flag is clear at first ([atomics.flag]).
// expect: TRUE
// flags: -std=c++20
// states: 2775
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag taken;
static int owner;

static void take(int me) {
  if (!taken.test_and_set())
    owner += me;
}

int main() {
  std::thread t(take, 1);
  take(2);
  t.join();
  assert(taken.test());
  assert(owner == 1 || owner == 2);
}
