// A stop is not possible any more if all sources are gone and none requested it ([stoptoken.mem], stop_possible).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 207
#include <cassert>
#include <stop_token>

int main() {
  std::stop_token token;
  {
    std::stop_source source; // should live longer
    token = source.get_token();
  }
  assert(token.stop_possible());
}
