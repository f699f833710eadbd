// try_lock of a std::mutex fails while another thread owns it, and gives ownership otherwise ([thread.mutex.requirements.mutex], try_lock).
// expect: TRUE
// flags: -std=c++20
// states: 3407
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  m.lock();
  std::thread t([] { assert(!m.try_lock()); });
  t.join();
  m.unlock();
  std::thread u([] {
    assert(m.try_lock());
    m.unlock();
  });
  u.join();
}
