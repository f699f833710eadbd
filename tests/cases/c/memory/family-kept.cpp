// Memory of `new` goes through states in which other threads run, and is given back by `delete`.
// expect: TRUE
// flags: -std=c++20
// states: 2863
#include <atomic>
#include <thread>

static std::atomic<int> steps;

static void work() {
  int *p = new int(1);
  steps += *p;
  delete p;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  return steps - 2;
}
