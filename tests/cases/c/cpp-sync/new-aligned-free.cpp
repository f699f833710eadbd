// Memory from new of a type with a large alignment is given back by free (C17 7.22.3.3; [new.delete.single]).
// expect: memory=FALSE
// flags: -std=c++20
// states: 7
#include <cstdlib>

struct alignas(64) Line {
  int value;
};

static void drop(Line *p) { std::free(p); } // should be delete

int main() { drop(new Line{1}); }
