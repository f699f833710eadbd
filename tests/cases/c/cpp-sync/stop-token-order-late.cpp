// What is written after request_stop is not ordered with stop_requested ([stopsource.mem], request_stop: Synchronization).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 17230
#include <cassert>
#include <stop_token>
#include <thread>

static int data;

int main() {
  std::stop_source source;
  std::thread t([token = source.get_token()] {
    if (token.stop_requested())
      assert(data == 1);
  });
  source.request_stop();
  data = 1; // should come before request_stop
  t.join();
}
