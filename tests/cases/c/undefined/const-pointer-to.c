// A pointer to const leads to an object that is not const: it may be modified after a cast; constants are made anew in each turn of a loop (C17 6.7.3p6).
// expect: TRUE
// states: 200
#include <assert.h>
#include <string.h>

struct pair {
    int a, b;
};

static void set(const int *p, int value) { *(int *)p = value; }
static int get(const int *p) { return *p; }
static struct pair make(int n) { return (struct pair){n, n + 1}; }

int main(void) {
    int x = 1;
    const int *p = &x;
    set(p, 2);
    assert(x == 2);
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        const int n = get(&i);
        const struct pair pair = make(n);
        const int many[4] = {n, get(&n), [3] = 1};
        const char text[] = "ab";
        sum += get(&n) + get(&pair.b) + get(&many[1]) + (int)strlen(text);
    }
    assert(sum == 3 + 6 + 3 + 6);
    int i = 0;
again:;
    const int here = i;
    sum = get(&here);
    if (i++ < 2)
        goto again;
    assert(sum == 2);
    return 0;
}
