// Without a policy the function runs once, in a thread of its own or when the result is asked for.
// expect: TRUE
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <future>

int main() {
  std::atomic<int> runs{0};
  auto f = std::async([&] { return ++runs; });
  auto status = f.wait_for(std::chrono::seconds(0));
  assert(status != std::future_status::deferred || runs == 0);
  assert(f.get() == 1);
  assert(runs == 1);
}
