// A packaged_task that runs a second time throws promise_already_satisfied, which nobody catches ([futures.task.members], operator(): Error conditions).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 1939
#include <cassert>
#include <future>

int main() {
  std::packaged_task<int(int)> task([](int n) { return n + 1; });
  std::future<int> f = task.get_future();
  task(1);
  task(2); // should come after reset
  int first = f.get();
  assert(first == 2);
}
