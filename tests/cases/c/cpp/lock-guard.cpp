// std::lock_guard around an increment.
// expect: TRUE
// states: 4467
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void work() {
  std::lock_guard<std::mutex> lock(m);
  counter++;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
