// A notification that comes before the wait is lost ([thread.condition], notify_one).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 5702
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread t([] {
    std::lock_guard lock(m);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(m);
    changed.wait(lock); // should not wait if ready
  }
  t.join();
}
