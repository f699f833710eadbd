// std::unordered_map in one thread: insertion, search, removal.
// expect: TRUE
// states: 2448
#include <cassert>
#include <unordered_map>

int main() {
  std::unordered_map<int, int> squares;
  for (int x = 1; x <= 3; x++)
    squares[x] = x * x;
  squares.erase(2);
  assert(squares.size() == 2);
  assert(squares.find(2) == squares.end());
  assert(squares.at(3) == 9);
}
