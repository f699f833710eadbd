// A reference into a std::vector is used after push_back moved the elements, in another thread.
// expect: memory=FALSE data-race=FALSE
// states: 18932
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::vector<int> v{1};
  int &first = v[0];
  std::thread t([&first] { assert(first == 1); });
  v.push_back(2); // moves the elements to new memory
  t.join();
}
