// A std::shared_ptr copied into a thread: the last owner deletes the object (its counts use atomics weaker than seq_cst, so races are not decided).
// expect: data-race=UNKNOWN
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
