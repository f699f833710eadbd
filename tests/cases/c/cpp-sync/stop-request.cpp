// Of all calls of request_stop one returns true ([stopsource.mem], request_stop: Returns).
// expect: TRUE
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::atomic<int> first{0};
  auto ask = [&] {
    if (source.request_stop())
      first++;
    assert(source.stop_requested());
  };
  std::thread t(ask);
  ask();
  t.join();
  assert(first == 1);
}
