// An atomic object with automatic storage that is not initialised has no determinate value (C17 7.17.2.1).
// expect: memory=FALSE
// states: 6
#include <stdatomic.h>

int main(void) {
    atomic_int x;
    if (atomic_load(&x) == 1)
        return 1;
    return 0;
}
