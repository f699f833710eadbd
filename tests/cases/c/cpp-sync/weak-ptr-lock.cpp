// lock gives an owner or null in one step: the object lives as long as the owner ([util.smartptr.weak.obs], lock: executed atomically).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(42);
  std::weak_ptr<int> w = p;
  std::thread t([w] {
    if (auto q = w.lock())
      assert(*q == 42);
  });
  p.reset();
  t.join();
  assert(w.expired());
}
