// A callback that is registered while another thread requests a stop may run in the thread that registers it ([stopcallback.cons]: at once if a stop was requested).
// expect: assertion=FALSE
// flags: -std=c++20
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::thread::id runner;
  std::thread t([&] { source.request_stop(); }); // should come after the registration
  std::thread::id other = t.get_id();
  std::stop_callback callback(source.get_token(), [&] { runner = std::this_thread::get_id(); });
  t.join();
  assert(runner == other);
}
