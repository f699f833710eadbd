// std::unique_lock with try_to_lock: a thread that does not get the mutex counts nothing.
// expect: assertion=FALSE
// states: 8220
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void work() {
  std::unique_lock<std::mutex> lock(m, std::try_to_lock);
  if (lock) // nothing is counted if the mutex is taken
    counter++;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
