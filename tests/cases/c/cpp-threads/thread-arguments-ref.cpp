// An argument passed with std::ref is not copied: the thread reads a local variable that may be gone ([thread.thread.constr], [refwrap]).
// expect: memory=FALSE data-race=FALSE
// flags: -std=c++20
// states: 2193
#include <cassert>
#include <functional>
#include <thread>

static void use(const int &value) { assert(value == 42); }

__attribute__((noinline)) static std::thread start() {
  int local = 42;
  return std::thread(use, std::ref(local)); // should be passed by value
}

int main() {
  std::thread t = start();
  t.join();
}
