// A local structure defined const by a typedef is modified through memcpy (C17 6.7.3p6).
// expect: memory=FALSE
// states: 9
#include <string.h>

struct pair {
    int a, b;
};
typedef const struct pair fixed;

static struct pair make(void) { return (struct pair){1, 2}; }

int main(void) {
    fixed x = make();
    struct pair y = {3, 4};
    memcpy((void *)&x, &y, sizeof y);
    return 0;
}
