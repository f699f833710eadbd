// One std::call_once inside of another, in the same order in both threads ([thread.once.callonce]).
// expect: TRUE
// flags: -std=c++20
// states: 10257
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag a, b;
static int made;

static void both() {
  std::call_once(a, [] { std::call_once(b, [] { made++; }); });
}

int main() {
  std::thread t(both);
  both();
  t.join();
  assert(made == 1);
}
