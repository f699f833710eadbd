// What is written after set_value is not ordered with get ([futures.state]).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  std::thread t([&p] {
    p.set_value(42);
    data = 1; // should come before set_value
  });
  int value = f.get();
  assert(value == 42 && data == 1);
  t.join();
}
