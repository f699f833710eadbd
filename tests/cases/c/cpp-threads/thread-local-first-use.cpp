// A thread_local object of a block is constructed when its thread comes by for the first time, and destroyed when that thread ends ([basic.stc.thread], [stmt.dcl], [basic.start.term]).
// expect: TRUE
// flags: -std=c++20
// states: 6242
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made{0}, destroyed{0};

struct Counter {
  int calls = 0;
  Counter() { made++; }
  ~Counter() { destroyed++; }
};

static int count() {
  thread_local Counter c;
  return ++c.calls;
}

int main() {
  std::thread idle([] {});
  idle.join();
  assert(made == 0);
  std::thread t([] {
    assert(count() == 1);
    assert(count() == 2);
  });
  assert(count() == 1);
  t.join();
  assert(made == 2);
  assert(destroyed == 1);
}
