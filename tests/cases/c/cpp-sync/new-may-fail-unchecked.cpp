// If memory may run out, new (nothrow) returns null, which is not tested ([new.delete.single]).
// expect: memory=FALSE
// options: --malloc-may-fail
// flags: -std=c++20
// states: 17
#include <new>

int main() {
  int *q = new (std::nothrow) int;
  *q = 2; // should be tested for null
  delete q;
}
