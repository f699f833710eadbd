// get_id of a std::thread is what this_thread::get_id returns in it, and threads that exist at the same time have different ids ([thread.thread.id], [thread.thread.this]).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <thread>

static std::thread::id inside, other;

int main() {
  std::thread a([] { inside = std::this_thread::get_id(); });
  std::thread b([] { other = std::this_thread::get_id(); });
  std::thread::id outside = a.get_id();
  assert(outside != b.get_id());
  a.join();
  b.join();
  assert(inside == outside);
  assert(inside != other);
  assert(inside != std::this_thread::get_id());
}
