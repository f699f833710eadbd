// A detached thread uses a local variable of a function that may have returned ([thread.thread.member], detach; [basic.stc.auto]).
// expect: memory=FALSE data-race=FALSE
// flags: -std=c++20
// states: 7369
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> done{0};

static void start() {
  int value = 1;
  std::thread t([&value] { done = value; }); // should capture by value
  t.detach();
  assert(!t.joinable());
  assert(t.get_id() == std::thread::id());
}

int main() {
  start();
  int seen = done;
  assert(seen == 0 || seen == 1);
}
