// A reference to an element is invalid after push_back had to reallocate ([vector.modifiers], push_back: Remarks).
// expect: memory=FALSE
// flags: -std=c++20
// states: 686
#include <cassert>
#include <vector>

int main() {
  std::vector<int> v{1};
  v.shrink_to_fit();
  while (v.size() < v.capacity())
    v.push_back(0);
  int &first = v[0];
  v.push_back(2); // reallocates; should come after a reserve
  int value = first;
  assert(value == 1);
}
