// An exception between the start and the join of a std::thread: its destructor calls std::terminate, which counts as an assertion.
// expect: assertion=FALSE
// states: 2176
#include <thread>

static void work() { throw 1; }

int main() {
  try {
    std::thread t([] {});
    work();
    t.join();
  } catch (int) {
  }
}
