// Before the destructor of a callback it may still run in another thread ([stopcallback.cons], destructor).
// expect: assertion=FALSE data-race=FALSE
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
    seen = runs; // should come after the block
  }
  t.join();
  assert(seen == runs);
}
