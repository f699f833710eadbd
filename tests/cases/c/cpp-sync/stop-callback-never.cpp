// A callback that is destroyed before the request does not run ([stopcallback.cons], destructor: unregisters the callback).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 486
#include <cassert>
#include <stop_token>

int main() {
  std::stop_source source;
  int runs = 0;
  {
    std::stop_callback callback(source.get_token(), [&] { runs++; }); // should live longer
  }
  source.request_stop();
  assert(runs == 1);
}
