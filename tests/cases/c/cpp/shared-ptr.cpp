// A std::shared_ptr copied into a thread: the last owner deletes the object.
// expect: TRUE
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> alive{0};

struct Object {
  Object() { alive++; }
  ~Object() { alive--; }
};

int main() {
  {
    auto p = std::make_shared<Object>();
    std::thread t([p] { assert(alive == 1); });
    p.reset();
    t.join();
  }
  assert(alive == 0);
}
