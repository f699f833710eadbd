// A pointer goes through a buffer of characters at an odd place, by memcpy (C17 6.2.6.1p4, 7.24.2.1).
// expect: TRUE
// states: 20
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char buffer[2 * sizeof(int *)];

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 7;
    memcpy(buffer + 3, &p, sizeof p);
    memmove(buffer + 1, buffer + 3, sizeof p);
    p = NULL;
    int *q;
    memcpy(&q, buffer + 1, sizeof q);
    assert(*q == 7);
    free(q);
    return 0;
}
