// A thread_local object is used after its thread has ended ([basic.stc.thread]).
// expect: memory=FALSE
// flags: -std=c++20
// states: 1538
#include <cassert>
#include <thread>

struct Box {
  int value = 42;
  ~Box() { value = 0; }
};

static Box *shared;

int main() {
  std::thread t([] {
    thread_local Box box; // should be static
    shared = &box;
  });
  t.join();
  assert(shared->value == 42);
}
