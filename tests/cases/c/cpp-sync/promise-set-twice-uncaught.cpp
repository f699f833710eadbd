// The second set_value throws future_error, which nobody catches: std::terminate ([futures.promise], set_value: promise_already_satisfied).
// expect: assertion=FALSE
// flags: -std=c++20
#include <future>
#include <thread>

static std::promise<int> p;

int main() {
  std::future<int> f = p.get_future();
  p.set_value(1);
  std::thread t([] { p.set_value(2); }); // the value is already set
  t.join();
}
