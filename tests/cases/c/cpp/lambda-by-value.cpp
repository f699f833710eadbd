// A lambda in a thread uses a copy of a local variable of a function that may have returned.
// expect: TRUE
// states: 1415
#include <cassert>
#include <thread>

__attribute__((noinline)) static std::thread start() {
  int local = 42;
  return std::thread([local] { assert(local == 42); });
}

int main() {
  std::thread t = start();
  t.join();
}
