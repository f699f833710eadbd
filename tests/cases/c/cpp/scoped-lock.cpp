// std::scoped_lock takes two mutexes without deadlock, in whatever order they are named.
// expect: TRUE
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m, n;
static int x, y;

int main() {
  std::thread t([] {
    std::scoped_lock both(m, n);
    x++;
    y++;
  });
  {
    std::scoped_lock both(n, m);
    x++;
    y++;
  }
  t.join();
  assert(x == 2 && y == 2);
}
