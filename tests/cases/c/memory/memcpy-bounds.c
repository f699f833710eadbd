// memcpy reads beyond the end of its source.
// expect: memory=FALSE
// states: 5
#include <string.h>

char from[4], to[8];

int main(void) {
    volatile size_t n = 5;
    memcpy(to, from, n);
    return 0;
}
