// notify_all ends the waits of all threads ([thread.condition.condvar], notify_all).
// expect: TRUE
// flags: -std=c++20
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool go;

static void run() {
  std::unique_lock lock(m);
  changed.wait(lock, [] { return go; });
}

int main() {
  std::thread t(run), u(run);
  {
    std::lock_guard lock(m);
    go = true;
  }
  changed.notify_all();
  t.join();
  u.join();
}
