// A null pointer is written through.
// expect: memory=FALSE
// states: 5
#include <stddef.h>

int main(void) {
    int *volatile p = NULL;
    *p = 1;
    return 0;
}
