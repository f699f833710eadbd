// Memory from new is given back by free (C17 7.22.3.3: undefined unless it came from a memory management function; [new.delete.single]).
// expect: memory=FALSE
// flags: -std=c++20
// states: 6
#include <cstdlib>

static void drop(int *p) { std::free(p); } // should be delete

int main() { drop(new int(1)); }
