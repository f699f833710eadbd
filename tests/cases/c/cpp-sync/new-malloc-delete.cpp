// Memory from malloc is given back by delete ([new.delete.single], operator delete: Preconditions).
// expect: memory=FALSE
// flags: -std=c++20
// states: 5
#include <cstdlib>

static void drop(int *p) { delete p; } // should be std::free

int main() { drop(static_cast<int *>(std::malloc(sizeof(int)))); }
