// longjmp with a buffer that setjmp has not set: undefined (C17 7.13.2.1p2).
// expect: memory=FALSE
// states: 3
#include <setjmp.h>

static jmp_buf env;

int main(void) { longjmp(env, 1); }
