// A value that changes and changes back may be missed by wait ([atomics.wait]: transient values may be missed).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 19996
#include <atomic>
#include <thread>

static std::atomic<int> state{0};

int main() {
  std::thread t([] {
    state = 1;
    state.notify_one();
    state = 0; // the waiting thread may look only now
    state.notify_one();
  });
  state.wait(0);
  t.join();
}
