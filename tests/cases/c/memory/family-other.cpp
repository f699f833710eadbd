// The twin: memory of `malloc` is given back by `delete`.
// expect: memory=FALSE
// flags: -std=c++20
// states: 2088
#include <atomic>
#include <cstdlib>
#include <thread>

static std::atomic<int> steps;

static void work() {
  auto p = static_cast<int *>(std::malloc(sizeof(int)));
  if (!p)
    return;
  *p = 1;
  steps += *p;
  delete p;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  return steps - 2;
}
