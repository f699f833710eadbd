// A static object of a block lives until the process ends, also if a thread that has ended made it ([basic.stc.static]).
// expect: TRUE
// flags: -std=c++20
// states: 1451
#include <cassert>
#include <thread>

struct Box {
  int value = 42;
  ~Box() { value = 0; }
};

static Box *shared;

int main() {
  std::thread t([] {
    static Box box;
    shared = &box;
  });
  t.join();
  assert(shared->value == 42);
}
