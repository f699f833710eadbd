// An exception that leaves the function of a thread calls std::terminate, which counts as an assertion.
// expect: assertion=FALSE
// states: 897
#include <thread>

int main() {
  try {
    std::thread t([] { throw 1; });
    t.join();
  } catch (int) { // another thread: does not catch it
  }
}
