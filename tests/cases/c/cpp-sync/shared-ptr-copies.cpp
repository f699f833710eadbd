// Each thread has its own shared_ptr: the counts are safe, and the last owner destroys the object once ([util.smartptr.shared], paragraph 5).
// expect: TRUE
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> destroyed{0};

struct Object {
  int value = 42;
  ~Object() { destroyed++; }
};

int main() {
  auto p = std::make_shared<Object>();
  std::thread t([p]() mutable {
    assert(p->value == 42);
    p.reset();
  });
  p.reset();
  t.join();
  assert(destroyed == 1);
}
