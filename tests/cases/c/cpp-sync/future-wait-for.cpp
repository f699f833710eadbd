// wait_for says ready or timeout; ready orders what was written before, and stays ([futures.unique.future], wait_for).
// expect: TRUE
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
  if (f.wait_for(std::chrono::seconds(1)) == std::future_status::ready)
    assert(data == 1);
  t.join();
  assert(f.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
}
