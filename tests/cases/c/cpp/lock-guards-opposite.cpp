// Two threads take two mutexes in opposite order and wait for each other.
// expect: deadlock=FALSE
// states: 9213
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m, n;
static int x, y;

int main() {
  std::thread t([] {
    std::lock_guard<std::mutex> first(m), second(n);
    x++;
    y++;
  });
  {
    std::lock_guard<std::mutex> first(n), second(m);
    x++;
    y++;
  }
  t.join();
  assert(x == 2 && y == 2);
}
