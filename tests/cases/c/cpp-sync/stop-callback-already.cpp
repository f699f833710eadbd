// If a stop was requested before, the callback runs at once, in the constructor ([stopcallback.cons]: Effects).
// expect: TRUE
// flags: -std=c++20
// states: 4912
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::thread t([&] { source.request_stop(); });
  t.join();
  std::thread::id runner;
  std::stop_callback callback(source.get_token(), [&] { runner = std::this_thread::get_id(); });
  assert(runner == std::this_thread::get_id());
}
