// A std::jthread passes its stop token to a function that takes one; request_stop is true for the first request only ([thread.jthread.cons], [thread.jthread.stop], [stoptoken.mem]).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <stop_token>
#include <thread>

static int value;

int main() {
  std::jthread t([](std::stop_token s) {
    assert(s.stop_possible());
    while (!s.stop_requested())
      std::this_thread::yield();
    value = 1;
  });
  assert(t.request_stop());
  assert(!t.request_stop());
  assert(t.get_stop_token().stop_requested());
  t.join();
  assert(value == 1);
}
