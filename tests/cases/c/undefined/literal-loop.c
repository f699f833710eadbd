// A compound literal in the body of a loop, with and without braces, is new in each round and used within it (C17 6.5.2.5p5, 6.8.5p5).
// expect: TRUE
// states: 102
#include <assert.h>

static int sum;

static void add(const int *p) { sum += *p; }

int main(void) {
    for (int i = 0; i < 3; i++)
        add(&(int){i});
    int n = 0;
    while (n < 3) {
        int *p = &(int){n};
        n++;
        if (*p == 1)
            continue;
        add(p);
    }
    assert(sum == 5);
    return 0;
}
