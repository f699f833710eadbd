// A variable that is set on every path before a branch reads it.
// expect: TRUE
// states: 18
#include <assert.h>

static volatile int c = 1;
static int a[2], seen;

int main(void) {
    int x;
    if (c)
        x = 1;
    else
        x = 0;
    if (x)
        seen = 1;
    a[x] = 2;
    switch (x) {
    case 1:
        seen++;
    }
    assert(seen == 2 && a[1] == 2);
    return 0;
}
