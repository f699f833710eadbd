// A callback that is registered before the request runs in the thread that calls request_stop ([stopsource.mem], request_stop: Effects).
// expect: TRUE
// flags: -std=c++20
// states: 7841
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::thread::id runner;
  std::stop_callback callback(source.get_token(), [&] { runner = std::this_thread::get_id(); });
  std::thread t([&] { source.request_stop(); });
  std::thread::id other = t.get_id();
  t.join();
  assert(runner == other);
}
