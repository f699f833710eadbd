// try_lock_for may fail while another thread owns the mutex, however long the limit ([thread.timedmutex.requirements], try_lock_for).
// expect: assertion=FALSE
// flags: -std=c++20
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex m;

int main() {
  std::thread t([] {
    m.lock();
    m.unlock();
  });
  bool got = m.try_lock_for(std::chrono::seconds(10));
  assert(got); // may be false
  m.unlock();
  t.join();
}
