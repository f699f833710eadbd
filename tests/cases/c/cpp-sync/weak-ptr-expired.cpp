// The object may expire between expired and lock, which is then null ([util.smartptr.weak.obs], expired, lock).
// expect: memory=FALSE
// flags: -std=c++20
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(42);
  std::weak_ptr<int> w = p;
  std::thread t([w] {
    if (!w.expired()) { // should test the result of lock
      auto q = w.lock();
      int value = *q;
      assert(value == 42);
    }
  });
  p.reset();
  t.join();
}
