// The library may use the id of a thread again that has ended and can no longer be joined ([thread.thread.id]).
// expect: assertion=FALSE
// options: --strict-standard
// flags: -std=c++20
// states: 4540
#include <cassert>
#include <thread>

int main() {
  std::thread a([] {});
  std::thread::id first = a.get_id();
  a.join();
  std::thread b([] {});
  std::thread::id second = b.get_id();
  b.join();
  assert(first != second);
}
