// Two std::threads with arguments and a captured reference; join orders their writes before the reads.
// expect: TRUE
#include <cassert>
#include <thread>

static void twice(int x, int *result) { *result = 2 * x; }

int main() {
  int a = 0, b = 0;
  std::thread t(twice, 3, &a);
  std::thread u([&b] { b = 1; });
  t.join();
  u.join();
  assert(a == 6 && b == 1);
}
