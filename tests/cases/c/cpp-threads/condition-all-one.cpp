// notify_one need not end more than one wait: the second thread waits for ever ([thread.condition.condvar], notify_one).
// expect: deadlock=FALSE
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
  changed.notify_one(); // should be notify_all
  t.join();
  u.join();
}
