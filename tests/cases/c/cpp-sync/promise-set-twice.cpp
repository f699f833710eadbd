// Of two threads that set the value one succeeds, the other one gets promise_already_satisfied ([futures.promise], set_value: as if under a mutex; Error conditions).
// expect: TRUE
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <future>
#include <thread>

static std::promise<int> p;
static std::atomic<int> wins{0};

static void set(int value) {
  try {
    p.set_value(value);
    wins++;
  } catch (const std::future_error &e) {
    assert(e.code() == std::future_errc::promise_already_satisfied);
  }
}

int main() {
  std::future<int> f = p.get_future();
  std::thread t(set, 1);
  set(2);
  t.join();
  assert(wins == 1);
  int value = f.get();
  assert(value == 1 || value == 2);
}
