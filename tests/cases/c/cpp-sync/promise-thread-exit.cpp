// set_value_at_thread_exit makes the state ready when the thread ends: get sees what the thread did after the call ([futures.promise]).
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
    p.set_value_at_thread_exit(42);
    data = 1;
  });
  int value = f.get();
  assert(value == 42 && data == 1);
  t.join();
}
