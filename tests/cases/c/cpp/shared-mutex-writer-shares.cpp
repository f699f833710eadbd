// std::shared_mutex: a writer that takes the lock as a reader does not exclude readers.
// expect: assertion=FALSE data-race=FALSE
// states: 3700
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int a, b;

int main() {
  std::thread t([] {
    std::shared_lock<std::shared_mutex> lock(m);
    a++;
    b++;
  });
  {
    std::shared_lock<std::shared_mutex> lock(m);
    assert(a == b);
  }
  t.join();
}
