// std::call_once: done once, and complete when anybody goes on.
// expect: TRUE
// states: 6072
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int value, made;

static void user() {
  std::call_once(once, [] {
    made++;
    value = 42;
  });
  assert(value == 42);
}

int main() {
  std::thread t(user);
  user();
  t.join();
  assert(made == 1);
}
