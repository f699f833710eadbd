// A byte that nobody wrote was copied twice and then decides a branch (C17 6.2.6.1, 6.7.9p10).
// expect: memory=FALSE
// states: 37
#include <string.h>

static unsigned char global[4];
static int seen;

int main(void) {
    unsigned char from[4], to[4];
    from[1] = 7;
    memcpy(to, from, sizeof to);
    for (int i = 0; i < 4; i++)
        global[i] = to[i];
    if (global[2] == 7)
        seen = 1;
    return 0;
}
