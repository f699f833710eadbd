// A function that returns without its work done uses up the std::once_flag all the same ([thread.once.callonce]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 4782
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int tries, value;

static void init() {
  if (++tries == 1)
    return; // should throw
  value = 42;
}

static void user() {
  try {
    std::call_once(once, init);
  } catch (int) {
    std::call_once(once, init);
  }
  assert(value == 42);
}

int main() {
  std::thread t(user);
  user();
  t.join();
  assert(tries == 2);
}
