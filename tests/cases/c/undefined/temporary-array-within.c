// An array inside a structure that a function returns is read within the full expression, also by a function that gets its address (C17 6.2.4p8).
// expect: TRUE
// states: 143
#include <assert.h>

struct triple {
    int a[3];
};

static struct triple make(int n) { return (struct triple){{n, n + 1, n + 2}}; }

static int second(const int *p) { return p[1]; }

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += second(make(i).a) + make(i).a[2];
    assert(sum == 8);
    int first = make(7).a[0], last = second(make(first).a);
    assert(last == 8);
    return 0;
}
