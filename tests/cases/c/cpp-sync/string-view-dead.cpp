// A string_view of a temporary string, which is destroyed at the end of the declaration ([class.temporary], paragraph 4).
// expect: memory=FALSE
// flags: -std=c++20
// states: 194
#include <cassert>
#include <string>
#include <string_view>

static std::string text() { return "ab"; }

int main() {
  std::string_view v = text(); // should be a string
  char c = v[0];
  assert(c == 'a');
}
