// std::notify_all_at_thread_exit keeps the lock until the thread_local objects of the thread are destroyed ([thread.condition.nonmember]).
// expect: TRUE
// flags: -std=c++20
// states: 5672
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

static std::mutex m;
static std::condition_variable ended;
static bool ready, gone;

struct Farewell {
  int used = 0;
  ~Farewell() { gone = true; }
};

static void run() {
  thread_local Farewell farewell;
  farewell.used = 1;
  std::unique_lock lock(m);
  ready = true;
  std::notify_all_at_thread_exit(ended, std::move(lock));
}

int main() {
  std::thread t(run);
  {
    std::unique_lock lock(m);
    ended.wait(lock, [] { return ready; });
    assert(gone);
  }
  t.join();
}
