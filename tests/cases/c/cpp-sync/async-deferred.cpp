// A deferred function runs in the thread that calls get, not before; wait_for says so at once ([futures.async], launch::deferred).
// expect: TRUE
// flags: -std=c++20
// states: 1689
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

static int runs;

int main() {
  auto f = std::async(std::launch::deferred, [] {
    runs++;
    return std::this_thread::get_id();
  });
  assert(f.wait_for(std::chrono::seconds(1)) == std::future_status::deferred);
  assert(runs == 0);
  assert(f.get() == std::this_thread::get_id());
  assert(runs == 1);
}
