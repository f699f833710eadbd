// The wait unlocks one of two levels of a std::recursive_mutex: nobody else can make the condition true ([thread.condvarany.wait], [thread.mutex.recursive]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 18709
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
    std::lock_guard outer(m); // should not be here
    std::unique_lock lock(m);
    changed.wait(lock, [] { return ready; });
  }
  t.join();
}
