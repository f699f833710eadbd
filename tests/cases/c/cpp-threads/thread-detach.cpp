// A detached thread runs on its own; the std::thread is not joinable any more and may be destroyed ([thread.thread.member], detach).
// expect: TRUE
// flags: -std=c++20
// states: 7262
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> done{0};

static void start() {
  int value = 1;
  std::thread t([value] { done = value; });
  t.detach();
  assert(!t.joinable());
  assert(t.get_id() == std::thread::id());
}

int main() {
  start();
  int seen = done;
  assert(seen == 0 || seen == 1);
}
