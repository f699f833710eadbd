// set_value makes the state ready before the thread's own objects are destroyed ([futures.promise], set_value).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <thread>

static int destroyed;

struct Local {
  int value = 1;
  ~Local() { destroyed += value; }
};

static thread_local Local local;

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  std::thread t([&p] { p.set_value(local.value); }); // should be set_value_at_thread_exit
  int value = f.get();
  assert(value == 1 && destroyed == 1);
  t.join();
}
