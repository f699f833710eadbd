// A thread_local object is constructed in each thread that uses it, and destroyed when that thread ends.
// expect: TRUE
// states: 4855
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made{0}, destroyed{0};

struct Local {
  int value = 1;
  Local() { made++; }
  ~Local() { destroyed++; }
};

static thread_local Local local;

static void use() {
  local.value++;
  assert(local.value == 2);
}

int main() {
  std::thread t(use);
  use();
  t.join();
  assert(made == 2 && destroyed == 1);
}
