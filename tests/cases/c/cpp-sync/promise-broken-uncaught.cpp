// get throws future_error (broken_promise), which nobody catches: std::terminate ([futures.state]: abandoning a shared state).
// expect: assertion=FALSE
// flags: -std=c++20
#include <future>
#include <thread>
#include <utility>

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  std::thread t([q = std::move(p)] {});
  t.join();
  f.get(); // should be in a try block
}
