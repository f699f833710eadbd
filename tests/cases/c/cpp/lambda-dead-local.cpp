// A lambda in a thread uses a captured local variable of a function that may have returned.
// expect: memory=FALSE data-race=FALSE
// states: 1445
#include <cassert>
#include <thread>

__attribute__((noinline)) static std::thread start() {
  int local = 42;
  return std::thread([&local] { assert(local == 42); }); // should capture by value
}

int main() {
  std::thread t = start();
  t.join();
}
