// A null pointer is written through.
// expect: memory=FALSE
#include <stddef.h>

int main(void) {
    int *volatile p = NULL;
    *p = 1;
    return 0;
}
