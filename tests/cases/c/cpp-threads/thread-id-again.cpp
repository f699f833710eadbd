// The id of a thread that was joined may be used again ([thread.thread.id]), but not unless the strict reading of the standard is asked for.
// expect: TRUE
// flags: -std=c++20
// states: 3094
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
