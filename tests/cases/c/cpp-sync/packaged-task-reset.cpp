// reset gives a packaged_task a new state, so that it can run again ([futures.task.members], reset).
// expect: TRUE
// flags: -std=c++20
// states: 3845
#include <cassert>
#include <future>

int main() {
  std::packaged_task<int(int)> task([](int n) { return n + 1; });
  std::future<int> f = task.get_future();
  task(1);
  task.reset();
  std::future<int> g = task.get_future();
  task(2);
  int first = f.get(), second = g.get();
  assert(first == 2 && second == 3);
}
