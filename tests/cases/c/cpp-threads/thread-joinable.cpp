// A std::thread is joinable exactly from its start to its join; without a thread its id is that of no thread ([thread.thread.constr], [thread.thread.member], [thread.thread.id]).
// expect: TRUE
// flags: -std=c++20
// states: 2701
#include <cassert>
#include <thread>

int main() {
  std::thread none;
  assert(!none.joinable());
  assert(none.get_id() == std::thread::id());
  std::thread t([] {});
  assert(t.joinable());
  assert(t.get_id() != std::thread::id());
  t.join();
  assert(!t.joinable());
  assert(t.get_id() == std::thread::id());
}
