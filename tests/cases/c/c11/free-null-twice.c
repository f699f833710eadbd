// The pointer is not reset: memory that was freed is freed again (C17 7.22.3.3).
// expect: memory=FALSE
// states: 8
#include <stdlib.h>

int main(void) {
    char *volatile p = malloc(1);
    free(p);
    free(p);
    return 0;
}
