// A latch is destroyed while a thread may still be in wait, or before it ([thread.latch.class]: all members but the destructor may run concurrently).
// expect: memory=FALSE data-race=FALSE
// flags: -std=c++20
// states: 4985
#include <latch>
#include <memory>
#include <thread>

int main() {
  auto gate = std::make_unique<std::latch>(1);
  std::thread t([p = gate.get()] { p->wait(); });
  gate->count_down();
  gate.reset(); // should come after the join
  t.join();
}
