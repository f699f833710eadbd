// A std::condition_variable is destroyed while a thread is blocked on it, which is undefined ([thread.condition.condvar], destructor, preconditions).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 6780
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
    // changed->notify_all() should be here
    changed->~condition_variable();
  }
  t.detach();
}
