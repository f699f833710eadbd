// request_stop returns false if another thread was first ([stopsource.mem], request_stop: Returns).
// expect: assertion=FALSE
// flags: -std=c++20
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::thread t([&] { source.request_stop(); });
  bool first = source.request_stop(); // may be false
  assert(first);
  t.join();
}
