// A std::thread that is moved from is not joinable; the one that is moved to has the thread and its id ([thread.thread.constr], [thread.thread.assign]).
// expect: TRUE
// flags: -std=c++20
// states: 7313
#include <cassert>
#include <thread>
#include <utility>

static int value;

int main() {
  std::thread a([] { value = 1; });
  std::thread::id id = a.get_id();
  std::thread b(std::move(a));
  assert(!a.joinable());
  assert(b.get_id() == id);
  a = std::move(b);
  assert(!b.joinable());
  b.swap(a);
  assert(!a.joinable());
  b.join();
  assert(value == 1);
}
