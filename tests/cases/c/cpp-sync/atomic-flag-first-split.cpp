// test and test_and_set are two steps: both threads may find the flag clear ([atomics.flag]).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 3857
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag taken;
static int owner;

static void take(int me) {
  if (!taken.test()) {
    taken.test_and_set(); // should be one step with the test
    owner += me;
  }
}

int main() {
  std::thread t(take, 1);
  take(2);
  t.join();
  assert(taken.test());
  assert(owner == 1 || owner == 2);
}
