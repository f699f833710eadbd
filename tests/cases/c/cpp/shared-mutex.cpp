// std::shared_mutex: a writer excludes a reader.
// expect: TRUE
// states: 4139
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int a, b;

int main() {
  std::thread t([] {
    std::unique_lock<std::shared_mutex> lock(m);
    a++;
    b++;
  });
  {
    std::shared_lock<std::shared_mutex> lock(m);
    assert(a == b);
  }
  t.join();
}
