// The end of an array of variable length frees also what alloca gave after it (GCC manual, "Arrays of Variable Length").
// expect: memory=FALSE
// states: 15
#include <alloca.h>

static volatile int n = 2;
static int seen;

int main(void) {
    int *p;
    {
        int a[n];
        a[0] = 1;
        p = alloca(sizeof *p);
        *p = a[0];
    }
    seen = *p;
    return 0;
}
