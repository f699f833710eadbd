// A std::lock_guard without a name is destroyed at once and protects nothing.
// expect: assertion=FALSE data-race=FALSE
// states: 4534
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void work() {
  std::lock_guard<std::mutex>{m}; // should have a name
  counter++;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
