// Memory from the aligned operator new is given back by the operator delete without alignment ([new.delete.single], operator delete: Preconditions).
// expect: memory=FALSE
// flags: -std=c++20
// states: 5
#include <new>

int main() {
  void *raw = ::operator new(64, std::align_val_t(64));
  ::operator delete(raw); // should pass the alignment
}
