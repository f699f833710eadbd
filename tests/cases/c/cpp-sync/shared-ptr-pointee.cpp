// The object that two shared_ptr own is not protected ([util.smartptr.shared], paragraph 5).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 6964
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(0);
  std::thread t([q = p] { ++*q; }); // should be an atomic
  ++*p;
  t.join();
  assert(*p == 2);
}
