// The end of the constructor synchronizes with the start of the thread: what was written before is seen ([thread.thread.constr], synchronization).
// expect: TRUE
// flags: -std=c++20
// states: 1327
#include <cassert>
#include <thread>

static int value;

int main() {
  value = 1;
  std::thread t([] { assert(value == 1); });
  t.join();
}
