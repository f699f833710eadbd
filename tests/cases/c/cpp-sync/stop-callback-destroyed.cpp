// The destructor of a callback waits while it runs in another thread: afterwards it has run or never will ([stopcallback.cons], destructor).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  int runs = 0, seen;
  std::thread t([&] { source.request_stop(); });
  {
    std::stop_callback callback(source.get_token(), [&] { runs++; });
  }
  seen = runs;
  t.join();
  assert(seen == runs);
}
