// notify_all wakes all threads that wait ([atomics.types.operations], notify_all).
// expect: TRUE
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> state{0};

static void waiter() {
  state.wait(0);
  assert(state == 1);
}

int main() {
  std::thread t(waiter), u(waiter);
  state = 1;
  state.notify_all();
  t.join();
  u.join();
}
