// Two threads write different elements of a std::vector: no race.
// expect: TRUE
// states: 2173
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::vector<int> v(2);
  std::thread t([&v] { v[0] = 1; });
  v[1] = 2;
  t.join();
  assert(v[0] + v[1] == 3);
}
