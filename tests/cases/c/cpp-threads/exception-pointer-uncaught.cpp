// A handler of the thread that joins does not catch what another thread throws: std::terminate ([thread.thread.constr], [except.terminate]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 898
#include <cassert>
#include <thread>

int main() {
  int caught = 0;
  try {
    std::thread t([] { throw 42; }); // should be caught in the thread
    t.join();
  } catch (int e) {
    caught = e;
  }
  assert(caught == 0 || caught == 42);
}
