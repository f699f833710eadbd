// A latch is destroyed after the thread that waits for it was joined ([thread.latch.class]: the destructor must not run concurrently with other members).
// expect: TRUE
// flags: -std=c++20
// states: 1970
#include <latch>
#include <memory>
#include <thread>

int main() {
  auto gate = std::make_unique<std::latch>(1);
  std::thread t([p = gate.get()] { p->wait(); });
  gate->count_down();
  t.join();
  gate.reset();
}
