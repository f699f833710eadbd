// A pointer to freed memory is compared with new memory, which may have the same address ([basic.stc.general]/4, [basic.stc.dynamic.allocation]/2).
// expect: assertion=FALSE
// expect[O1,O2]: TRUE
// flags: -std=c++20
// states: 33
#include <cassert>

int main() {
  int *p = new int(1);
  delete p;
  int *q = new int(2);
  bool same = p == q;
  delete q;
  assert(!same);
}
