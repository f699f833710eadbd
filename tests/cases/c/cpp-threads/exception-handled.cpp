// The exception that is being handled belongs to its thread: a thread started in a handler handles none ([propagation], current_exception; [except.uncaught]).
// expect: TRUE
// flags: -std=c++20
// states: 2031
#include <cassert>
#include <exception>
#include <thread>

int main() {
  try {
    throw 1;
  } catch (int) {
    std::thread t([] {
      assert(std::current_exception() == nullptr);
      assert(std::uncaught_exceptions() == 0);
    });
    t.join();
    assert(std::current_exception() != nullptr);
  }
}
