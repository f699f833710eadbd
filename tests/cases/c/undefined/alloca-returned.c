// Memory from alloca is read after the function that asked for it has returned (alloca(3)).
// expect: memory=FALSE
// states: 11
#include <alloca.h>

static int seen;

__attribute__((noinline)) static int *make(void) {
    int *p = alloca(sizeof *p);
    *p = 1;
    return p;
}

int main(void) {
    int *p = make();
    seen = *p;
    return 0;
}
