// Memory of malloc is given to free: each part of memory holds by itself.
// expect: valid-free=TRUE valid-deref=TRUE valid-memtrack=TRUE memory=TRUE
// states: 15
#include <cassert>
#include <cstdlib>

int main() {
    int *number = static_cast<int *>(std::malloc(sizeof(int)));
    *number = 1;
    assert(*number == 1);
    std::free(number);
    return 0;
}
