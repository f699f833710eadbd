// Destructors run while an exception leaves a function: the mutex is unlocked, the memory freed.
// expect: TRUE
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void work(bool fail) {
  auto memory = std::make_unique<int>(1);
  std::lock_guard<std::mutex> lock(m);
  if (fail)
    throw 1;
  counter += *memory;
}

static void attempt() {
  try {
    work(true);
    assert(false);
  } catch (int) {
  }
  work(false);
}

int main() {
  std::thread t(work, false);
  attempt();
  t.join();
  assert(counter == 2);
}
