// A user reads the object after its unlock, when the last user may have destroyed it ([thread.mutex.class], note).
// expect: memory=FALSE data-race=FALSE
// flags: -std=c++20
// states: 6197
#include <cassert>
#include <mutex>
#include <thread>

struct Object {
  std::mutex m;
  int users = 2;
  const int number = 7;
};

static void leave(Object *o) {
  o->m.lock();
  bool last = --o->users == 0;
  o->m.unlock();
  assert(o->number == 7); // should stand before the unlock
  if (last)
    delete o;
}

int main() {
  Object *o = new Object;
  std::thread t(leave, o);
  leave(o);
  t.join();
}
