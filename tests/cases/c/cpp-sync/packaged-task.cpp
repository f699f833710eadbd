// A packaged_task that runs in a thread leaves its result in the future ([futures.task.members], operator()).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::packaged_task<int(int)> task([](int n) { return n + 1; });
  std::future<int> f = task.get_future();
  std::thread t(std::move(task), 41);
  int value = f.get();
  assert(value == 42);
  t.join();
}
