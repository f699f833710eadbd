// A stop is possible while there is a source, or after a request; never without a state ([stoptoken.mem], [stopsource.mem], stop_possible).
// expect: TRUE
// flags: -std=c++20
// states: 760
#include <cassert>
#include <stop_token>

int main() {
  std::stop_token none, kept, left;
  assert(!none.stop_possible() && !none.stop_requested());
  {
    std::stop_source source, other;
    kept = source.get_token();
    left = other.get_token();
    assert(kept.stop_possible() && left.stop_possible());
    source.request_stop();
  }
  assert(kept.stop_possible() && kept.stop_requested());
  assert(!left.stop_possible() && !left.stop_requested());
  std::stop_source empty(std::nostopstate);
  assert(!empty.stop_possible() && !empty.request_stop());
}
