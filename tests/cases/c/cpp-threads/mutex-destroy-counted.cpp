// The last user of an object destroys its std::mutex as soon as it has locked and unlocked it; another thread may just be returning from unlock, which is allowed ([thread.mutex.class], note).
// expect: TRUE
// flags: -std=c++20
// states: 5989
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
  assert(o->number == 7);
  o->m.unlock();
  if (last)
    delete o;
}

int main() {
  Object *o = new Object;
  std::thread t(leave, o);
  leave(o);
  t.join();
}
