// If memory may run out, new throws and new (nothrow) returns null: both are handled ([new.delete.single]).
// expect: TRUE
// options: --malloc-may-fail
// flags: -std=c++20
// states: 65
#include <cassert>
#include <new>

int main() {
  try {
    int *p = new int(1);
    assert(p != nullptr && *p == 1);
    delete p;
  } catch (const std::bad_alloc &) {
  }
  int *q = new (std::nothrow) int(2);
  if (q)
    assert(*q == 2);
  delete q;
}
