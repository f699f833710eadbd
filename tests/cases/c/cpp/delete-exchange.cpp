// Two threads take a pointer by exchange: one of them deletes the object.
// expect: TRUE
// states: 2924
#include <atomic>
#include <thread>

static std::atomic<int *> object;

static void drop() { delete object.exchange(nullptr); }

int main() {
  object = new int(1);
  std::thread t(drop);
  drop();
  t.join();
}
