// The parameter is copied from a std::ref in the new thread: the exception leaves that thread, which calls std::terminate ([thread.thread.constr]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 1660
#include <cassert>
#include <functional>
#include <thread>

struct Fussy {
  Fussy() = default;
  Fussy(const Fussy &) { throw 1; }
};

static void use(Fussy) {}

int main() {
  Fussy fussy;
  bool caught = false;
  try {
    std::thread t(use, std::ref(fussy));
    t.join();
  } catch (int) {
    caught = true;
  }
  assert(caught);
}
