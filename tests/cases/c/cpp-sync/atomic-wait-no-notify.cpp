// A thread in wait need not notice that the value changes if nobody notifies ([atomics.wait]: blocks until unblocked by a notifying operation).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 9123
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> state{0};
static int data;

int main() {
  std::thread t([] {
    data = 1;
    state = 1; // should be followed by notify_one
  });
  state.wait(0);
  assert(state == 1 && data == 1);
  t.join();
}
