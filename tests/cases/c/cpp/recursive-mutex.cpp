// A std::recursive_mutex may be locked again by its owner.
// expect: TRUE
// states: 9127
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static int counter;

static void add() {
  std::lock_guard<std::recursive_mutex> lock(m);
  counter++;
}

static void add_twice() {
  std::lock_guard<std::recursive_mutex> lock(m);
  add();
  add();
}

int main() {
  std::thread t(add_twice);
  add();
  t.join();
  assert(counter == 3);
}
