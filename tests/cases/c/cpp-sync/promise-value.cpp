// get waits for set_value, and sees what was written before it ([futures.state]: setting the result synchronizes with detecting the ready state).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  std::thread t([&p] {
    data = 1;
    p.set_value(42);
  });
  int value = f.get();
  assert(value == 42 && data == 1);
  t.join();
}
