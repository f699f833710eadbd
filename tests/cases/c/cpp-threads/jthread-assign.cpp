// Assigning to a std::jthread that is joinable asks its thread to stop and joins it, unlike std::thread ([thread.jthread.cons]).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <thread>

static int value;

int main() {
  std::jthread t([] { value = 1; });
  t = std::jthread([] {});
  assert(value == 1);
  assert(t.joinable());
}
