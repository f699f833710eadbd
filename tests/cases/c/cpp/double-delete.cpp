// Two threads test and clear a pointer in two steps: both delete the object.
// expect: memory=FALSE data-race=FALSE
// states: 7163
#include <atomic>
#include <thread>

static std::atomic<int *> object;

static void drop() {
  int *o = object.load();
  if (o) {
    object.store(nullptr); // should be one step with the load
    delete o;
  }
}

int main() {
  object = new int(1);
  std::thread t(drop);
  drop();
  t.join();
}
