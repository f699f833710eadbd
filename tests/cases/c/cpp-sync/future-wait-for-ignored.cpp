// wait_for may time out: who ignores its result reads while the other thread writes ([futures.unique.future], wait_for).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<void> p;
  std::future<void> f = p.get_future();
  std::thread t([&p] {
    data = 1;
    p.set_value();
  });
  (void)f.wait_for(std::chrono::seconds(1)); // should be wait
  assert(data == 1);
  t.join();
}
