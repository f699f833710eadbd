// A string_view of a long temporary string, whose memory was freed at the end of the declaration ([class.temporary], paragraph 4).
// expect: memory=FALSE
// flags: -std=c++20
// states: 236
#include <cassert>
#include <string>
#include <string_view>

static std::string text() { return std::string(40, 'a'); }

int main() {
  std::string_view v = text(); // should be a string
  char c = v[0];
  assert(c == 'a');
}
