// std::latch: who waits sees what was done before the count reached zero.
// expect: TRUE
// flags: -std=c++20
// states: 1649
#include <cassert>
#include <latch>
#include <thread>

static std::latch done(1);
static int data;

int main() {
  std::thread t([] {
    data = 42;
    done.count_down();
  });
  done.wait();
  assert(data == 42);
  t.join();
}
