// wait returns when the value has changed and was notified ([atomics.wait]).
// expect: TRUE
// flags: -std=c++20
// states: 11898
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> state{0};
static int data;

int main() {
  std::thread t([] {
    data = 1;
    state = 1;
    state.notify_one();
  });
  state.wait(0);
  assert(state == 1 && data == 1);
  t.join();
}
