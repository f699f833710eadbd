// The lock is given up before the thread_local objects of the thread are destroyed ([thread.condition.nonmember]).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 6204
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
  lock.unlock();
  ended.notify_all(); // should be std::notify_all_at_thread_exit
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
