// A wait on a std::condition_variable_any with a std::recursive_mutex locked once gives it up meanwhile ([thread.condvarany.wait]).
// expect: TRUE
// flags: -std=c++20
#include <condition_variable>
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static std::condition_variable_any changed;
static bool ready;

int main() {
  std::thread t([] {
    std::lock_guard lock(m);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(m);
    changed.wait(lock, [] { return ready; });
  }
  t.join();
}
