// std::latch: who waits sees what was done before the count reached zero (atomics weaker than seq_cst: races are not decided).
// expect: data-race=UNKNOWN
// flags: -std=c++20
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
