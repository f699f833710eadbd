// free of memory from alloca (C17 7.22.3.3p2, alloca(3)).
// expect: memory=FALSE
// states: 5
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    int *volatile p = alloca(sizeof *p);
    free(p);
    return 0;
}
