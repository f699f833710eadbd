// The destructor of a std::thread that was not joined calls std::terminate, which counts as an assertion.
// expect: assertion=FALSE
// states: 1970
#include <thread>

int main() {
  std::thread t([] {});
  // t.join() or t.detach() should be here
}
