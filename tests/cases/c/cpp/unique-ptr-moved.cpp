// A std::unique_ptr moved into a thread: the thread deletes the object.
// expect: TRUE
// states: 10434
#include <cassert>
#include <memory>
#include <thread>
#include <utility>

int main() {
  auto p = std::make_unique<int>(42);
  std::thread t([q = std::move(p)] { assert(*q == 42); });
  assert(!p);
  t.join();
}
