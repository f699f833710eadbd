// An exception passes between lock and unlock: the mutex stays locked, and the other thread waits for ever.
// expect: deadlock=FALSE
// states: 3426
#include <mutex>
#include <thread>

static std::mutex m;

static void work(bool fail) {
  m.lock(); // should be a lock_guard
  if (fail)
    throw 1;
  m.unlock();
}

int main() {
  std::thread t([] { work(false); });
  try {
    work(true);
  } catch (int) {
  }
  t.join();
}
