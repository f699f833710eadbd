// A local variable is freed.
// expect: memory=FALSE
// states: 5
#include <stdlib.h>

int main(void) {
    int x;
    int *volatile p = &x;
    free(p);
    return 0;
}
