// Arguments are copied in the constructing thread: an exception of the copy comes out of the constructor, and no thread is started ([thread.thread.constr]).
// expect: TRUE
// flags: -std=c++20
// states: 82
#include <cassert>
#include <thread>

struct Fussy {
  Fussy() = default;
  Fussy(const Fussy &) { throw 1; }
};

static void use(const Fussy &) { assert(false); }

int main() {
  Fussy fussy;
  bool caught = false;
  try {
    std::thread t(use, fussy);
    t.join();
  } catch (int) {
    caught = true;
  }
  assert(caught);
}
