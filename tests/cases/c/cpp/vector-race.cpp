// A std::vector with enough room that two threads append to without a mutex: an element is lost.
// expect: assertion=FALSE data-race=FALSE memory=FALSE
// expect[O1,O2]: assertion=FALSE data-race=FALSE
// states: 6308
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::vector<int> v;
  v.reserve(2);
  auto add = [&v](int x) {
    v.push_back(x);
  };
  std::thread t(add, 1);
  add(2);
  t.join();
  assert(v.size() == 2 && v[0] + v[1] == 3);
}
