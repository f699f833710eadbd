// An exception is caught in one thread, kept as std::exception_ptr, and thrown again in another after the join ([propagation]).
// expect: TRUE
// flags: -std=c++20
// states: 2720
#include <cassert>
#include <exception>
#include <thread>

int main() {
  std::exception_ptr kept;
  int caught = 0;
  try {
    std::thread t([&kept] {
      try {
        throw 42;
      } catch (...) {
        kept = std::current_exception();
      }
    });
    t.join();
    assert(kept != nullptr);
    std::rethrow_exception(kept);
  } catch (int e) {
    caught = e;
  }
  assert(caught == 42);
}
