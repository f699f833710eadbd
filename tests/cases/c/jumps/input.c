// A value from outside decides whether there is a jump, and with which value.
// expect: TRUE
// states: 2333
#include <assert.h>
#include <setjmp.h>

unsigned char __VERIFIER_nondet_uchar(void);

static jmp_buf env;

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    int code = setjmp(env);
    if (code == 0 && n < 4)
        longjmp(env, n);
    assert(code == (n >= 4 ? 0 : n == 0 ? 1 : n));
    return 0;
}
