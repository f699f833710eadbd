// Memory that nobody wrote may be copied around, as long as it decides nothing.
// expect: TRUE
// states: 32
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int first, second;
};

int main(void) {
    struct pair *a = malloc(sizeof *a), *b = malloc(sizeof *b), *volatile q = b;
    a->first = 1;
    *b = *a;
    memcpy(q, a, sizeof *a);
    q->second += 1;
    assert(q->first == 1);
    free(a);
    free(b);
    return 0;
}
