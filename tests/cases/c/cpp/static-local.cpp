// A local static is initialised once, also if two threads come at the same time.
// expect: TRUE
// states: 1876
#include <cassert>
#include <thread>

static int made;

struct Config {
  int value;
  Config() : value(42) { made++; }
};

static Config &config() {
  static Config c;
  return c;
}

static void user() { assert(config().value == 42); }

int main() {
  std::thread t(user);
  user();
  t.join();
  assert(made == 1);
}
