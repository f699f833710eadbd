// Memory of malloc is given to delete: undefined (C++ [expr.delete]p2, 7.22.3.3p2), a violation of valid-free. It ends
// the execution, so no other property is decided, although nothing else is wrong.
// expect: memory=FALSE valid-free=FALSE valid-deref=UNKNOWN valid-memtrack=UNKNOWN assertion=UNKNOWN
// states: 10
#include <cassert>
#include <cstdlib>

int main() {
    int *number = static_cast<int *>(std::malloc(sizeof(int)));
    *number = 1;
    assert(*number == 1);
    delete number;
    return 0;
}
