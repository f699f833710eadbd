// free of a null pointer does nothing (C17 7.22.3.3).
// expect: TRUE
// states: 14
#include <stdlib.h>

int main(void) {
    char *volatile p = malloc(1);
    free(p);
    p = NULL;
    free(p);
    return 0;
}
