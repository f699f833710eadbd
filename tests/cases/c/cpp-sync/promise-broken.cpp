// A promise that is destroyed without a value leaves the error broken_promise to get ([futures.state]: abandoning a shared state).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  std::thread t([q = std::move(p)] {});
  bool broken = false;
  try {
    f.get();
  } catch (const std::future_error &e) {
    broken = e.code() == std::future_errc::broken_promise;
  }
  assert(broken);
  t.join();
}
