// A thread started in a handler handles no exception itself: throw without operand calls std::terminate ([expr.throw]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 848
#include <thread>

int main() {
  try {
    throw 1;
  } catch (int) {
    std::thread t([] {
      try {
        throw; // there is nothing to throw in this thread
      } catch (...) {
      }
    });
    t.join();
  }
}
