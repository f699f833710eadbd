// A deferred std::unique_lock that is never locked protects nothing.
// expect: assertion=FALSE data-race=FALSE
// states: 2450
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void work() {
  std::unique_lock<std::mutex> lock(m, std::defer_lock); // lock.lock() is missing
  counter++;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
