// Each thread has its own shared_future of one state; get may be called again ([futures.shared.future]).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<int> p;
  std::shared_future<int> f = p.get_future().share();
  std::thread t([f] { assert(f.get() == 42 && data == 1); });
  data = 1;
  p.set_value(42);
  assert(f.get() == 42 && f.get() == 42);
  t.join();
}
