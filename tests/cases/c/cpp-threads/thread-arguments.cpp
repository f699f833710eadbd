// Arguments of a thread are copied by the constructor, so a reference parameter refers to the copy and not to a local variable that is gone ([thread.thread.constr], decay-copy).
// expect: TRUE
// flags: -std=c++20
// states: 1904
#include <cassert>
#include <thread>

static void use(const int &value) { assert(value == 42); }

__attribute__((noinline)) static std::thread start() {
  int local = 42;
  return std::thread(use, local);
}

int main() {
  std::thread t = start();
  t.join();
}
