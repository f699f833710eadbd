// Who sees stop_requested sees what was written before request_stop ([stopsource.mem], request_stop: Synchronization).
// expect: TRUE
// flags: -std=c++20
// states: 17177
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
  data = 1;
  source.request_stop();
  t.join();
}
