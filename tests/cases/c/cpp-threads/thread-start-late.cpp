// What is written after the constructor of the thread is not ordered with the thread ([thread.thread.constr], synchronization).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 934
#include <cassert>
#include <thread>

static int value;

int main() {
  std::thread t([] { assert(value == 1); });
  value = 1; // should stand before the thread is started
  t.join();
}
