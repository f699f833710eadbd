// A string_view of a temporary string, which is destroyed at the end of the full expression ([class.temporary]/4).
// expect: memory=FALSE
// flags: -std=c++20
// states: 191
#include <string>
#include <string_view>

static int seen;

int main() {
  std::string_view v = std::string("ab");
  seen = v[1];
}
