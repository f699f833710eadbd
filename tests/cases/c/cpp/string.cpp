// std::string in one thread: short and long, comparison, search.
// expect: TRUE
// states: 1770
#include <cassert>
#include <string>

int main() {
  std::string s = "short";
  s += ", and now a string that needs memory of its own";
  assert(s.size() == 52);
  assert(s.substr(0, 5) == "short");
  assert(s.find("now") == 11);
  std::string t = s;
  t[0] = 'S';
  assert(t < s && t != s);
  assert(std::to_string(42) + "!" == "42!");
}
