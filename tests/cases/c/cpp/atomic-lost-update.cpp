// Reading and writing a std::atomic<int> are two steps: an update is lost, without a race.
// expect: assertion=FALSE
// states: 6329
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

static void work() {
  counter = counter + 1;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
