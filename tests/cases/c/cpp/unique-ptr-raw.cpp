// A thread gets the raw pointer of a std::unique_ptr that is destroyed before the thread ends.
// expect: memory=FALSE data-race=FALSE
// states: 4338
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_unique<int>(42);
  std::thread t([q = p.get()] { assert(*q == 42); });
  p.reset(); // should come after the join
  t.join();
}
