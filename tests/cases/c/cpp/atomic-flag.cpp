// A spin lock from std::atomic_flag.
// expect: TRUE
// states: 2955
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag locked;
static int counter;

static void work() {
  while (locked.test_and_set())
    ;
  counter++;
  locked.clear();
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
