// try_lock may fail to obtain a std::mutex that nobody owns ([thread.mutex.requirements.mutex], try_lock).
// expect: assertion=FALSE
// options: --strict-standard
// flags: -std=c++20
// states: 1978
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  std::thread u([] {
    assert(m.try_lock());
    m.unlock();
  });
  u.join();
}
