// longjmp goes back to setjmp, and a volatile variable has its last value.
// expect: TRUE
// states: 10
#include <setjmp.h>
#include <assert.h>
jmp_buf j;
int main(void) { volatile int n = 0; if (setjmp(j) == 0) { n = 1; longjmp(j, 1); } assert(n == 1); }
