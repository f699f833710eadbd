// A function that throws does not use up the std::once_flag: another call runs it again, ordered after the first ([thread.once.callonce]).
// expect: TRUE
// flags: -std=c++20
// states: 13902
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int tries, value;

static void init() {
  if (++tries == 1)
    throw 1;
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
