// With -fno-threadsafe-statics two threads may initialise a local static twice, or use it too early.
// expect: assertion=FALSE data-race=FALSE
// flags: -fno-threadsafe-statics
// states: 1925
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
