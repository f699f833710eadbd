// An exception that leaves a callback calls std::terminate ([stopsource.mem], request_stop: Effects).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 373
#include <stop_token>

int main() {
  std::stop_source source;
  std::stop_callback callback(source.get_token(), [] { throw 1; });
  try {
    source.request_stop();
  } catch (int) { // request_stop is noexcept
  }
}
