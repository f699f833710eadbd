// memcmp of two structures compares padding that nobody wrote, and a branch depends on it (C17 6.2.6.1p6; 7.24.4.1, footnote).
// expect: memory=FALSE
// states: 8
#include <string.h>

struct item {
    char tag;
    int value;
};

static int seen;

int main(void) {
    struct item a, b;
    a.tag = b.tag = 1;
    a.value = b.value = 2;
    if (memcmp(&a, &b, sizeof a) == 0)
        seen = 1;
    return 0;
}
