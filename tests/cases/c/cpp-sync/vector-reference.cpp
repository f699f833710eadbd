// A reference to an element stays valid if push_back does not exceed the capacity ([vector.capacity], reserve).
// expect: TRUE
// flags: -std=c++20
// states: 571
#include <cassert>
#include <vector>

int main() {
  std::vector<int> v{1};
  v.reserve(2);
  int &first = v[0];
  v.push_back(2);
  assert(first == 1 && &first == &v[0]);
}
