// The length of an array of variable length is computed with an overflow (C17 6.5p5; no integer constant expression by 6.6p4, so it is evaluated).
// expect: overflow=FALSE
// states: 8
#include <limits.h>

static unsigned long size;

int main(void) {
    char a[(INT_MAX + 1 < 0) + 1];
    size = sizeof a;
    return 0;
}
