// set_value_at_thread_exit makes the state ready after the thread's own objects were destroyed ([futures.promise]).
// expect: TRUE
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
  std::thread t([&p] { p.set_value_at_thread_exit(local.value); });
  int value = f.get();
  assert(value == 1 && destroyed == 1);
  t.join();
}
