// A string_view of a string that is still there ([string.view.general]).
// expect: TRUE
// flags: -std=c++20
// states: 202
#include <cassert>
#include <string>
#include <string_view>

int main() {
  std::string s("ab");
  std::string_view v = s;
  assert(v.size() == 2);
  assert(v[1] == 'b');
}
