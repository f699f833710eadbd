// A std::condition_variable may be destroyed once all waiting threads are notified, even if their wait has not returned yet ([thread.condition.condvar], destructor, note).
// expect: TRUE
// flags: -std=c++20
// states: 3709
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

alignas(std::condition_variable) static unsigned char room[sizeof(std::condition_variable)];
static std::condition_variable *changed;
static std::mutex m;
static bool done;

static void run() {
  std::unique_lock lock(m);
  while (!done)
    changed->wait(lock);
}

int main() {
  changed = new (room) std::condition_variable;
  std::thread t(run);
  {
    std::lock_guard lock(m);
    done = true;
    changed->notify_all();
    changed->~condition_variable();
  }
  t.join();
}
