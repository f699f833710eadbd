// Pointers of four bytes, by bytes and by halves, next to each other in one number.
// word: 32
// expect: TRUE
// expect[O1]: UNKNOWN
// states: 100
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) pair {
    char tag;
    int *first, *second;
};

int main(void) {
    struct pair a = {0}, b;
    uint16_t halves[2];
    a.first = malloc(sizeof *a.first);
    a.second = malloc(sizeof *a.second);
    *a.first = 1;
    *a.second = 2;
    for (unsigned i = 0; i < sizeof a; i++)
        ((char *)&b)[i] = ((char *)&a)[i];
    assert(*b.first == 1 && *b.second == 2);
    memcpy(halves, &b.second, sizeof halves);
    int *p;
    ((uint16_t *)&p)[1] = halves[1];
    ((uint16_t *)&p)[0] = halves[0];
    assert(p == a.second);
    free(a.first);
    free(p);
    return 0;
}
