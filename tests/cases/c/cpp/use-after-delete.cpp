// One thread deletes an object that another may still use; a flag that is tested before the use does not help.
// expect: memory=FALSE data-race=FALSE
// states: 3747
#include <atomic>
#include <cassert>
#include <thread>

struct Object {
  int value = 42;
};

static std::atomic<bool> alive{true};

int main() {
  Object *o = new Object;
  std::thread t([o] {
    if (alive)
      assert(o->value == 42); // o may have been deleted since the test
  });
  alive = false;
  delete o;
  t.join();
}
