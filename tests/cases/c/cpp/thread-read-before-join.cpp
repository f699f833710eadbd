// Reading what a std::thread writes before joining it is a race.
// expect: assertion=FALSE data-race=FALSE
// states: 1449
#include <cassert>
#include <thread>

static int result;

int main() {
  std::thread t([] { result = 1; });
  int seen = result; // should come after the join
  t.join();
  assert(seen == 1);
}
