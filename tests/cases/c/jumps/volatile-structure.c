// A volatile structure is assigned as a whole between setjmp and longjmp: it has its last value (C17 7.13.2.1p3).
// expect: TRUE
// states: 27
#include <assert.h>
#include <setjmp.h>

struct pair { int a; char *p; short b; };

static jmp_buf env;

int main(void) {
    char text[] = "x";
    volatile struct pair s = {0};
    if (setjmp(env) == 0) {
        struct pair other = {1, text, 2};
        s = other;
        longjmp(env, 1);
    }
    assert(s.a == 1 && s.b == 2 && *s.p == 'x');
    return 0;
}
