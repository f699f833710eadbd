// A callback that is registered while another thread requests a stop runs once, in one of the two threads ([stopcallback.cons], [stopsource.mem]).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  int runs = 0;
  std::thread t([&] { source.request_stop(); });
  std::stop_callback callback(source.get_token(), [&] { runs++; });
  t.join();
  assert(runs == 1);
}
