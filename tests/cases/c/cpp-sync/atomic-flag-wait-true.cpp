// atomic_flag::wait(true) waits while the flag is set: it returns too early, or never ([atomics.flag], wait).
// expect: assertion=FALSE data-race=FALSE deadlock=FALSE
// flags: -std=c++20
// states: 6203
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
  ready.wait(true); // should be wait(false)
  assert(data == 1);
  t.join();
}
