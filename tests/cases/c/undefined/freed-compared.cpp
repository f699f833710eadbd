// A pointer to freed memory is compared, which is implementation-defined and not undefined: it differs from objects that lived all the time ([basic.stc.general]/4).
// expect: TRUE
// flags: -std=c++20
// states: 18
#include <cassert>

static int global;

int main() {
  int local = 0;
  int *p = new int(1);
  delete p;
  assert(p != &local && p != &global);
  assert(p != nullptr);
}
