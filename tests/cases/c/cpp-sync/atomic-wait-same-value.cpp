// A notification without a change of the value does not end a wait ([atomics.types.operations], wait: repeats while the value is old).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 10245
#include <atomic>
#include <thread>

static std::atomic<int> state{0};

int main() {
  std::thread t([] {
    state = 0; // should be another value
    state.notify_one();
  });
  state.wait(0);
  t.join();
}
