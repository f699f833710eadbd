// atomic_flag::wait(false) returns when the flag is set and notified ([atomics.flag], wait).
// expect: TRUE
// flags: -std=c++20
// states: 7457
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag ready;
static int data;

int main() {
  std::thread t([] {
    data = 1;
    ready.test_and_set();
    ready.notify_one();
  });
  ready.wait(false);
  assert(data == 1);
  t.join();
}
