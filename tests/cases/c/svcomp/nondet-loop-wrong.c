// A loop with an input of a small type as its bound, and an assertion that fails for one value, as in the ldv-linux programs.
// expect: assertion=FALSE
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error(void) { ((void)sizeof((0) ? 1 : 0), __extension__({ if (0) ; else __assert_fail("0", "nondet-loop.c", 3, __extension__ __PRETTY_FUNCTION__); })); }
void __VERIFIER_assert(int cond) {
    if (!(cond)) {
    ERROR: {
        reach_error();
        abort();
    }
    }
    return;
}

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned int sum = 0, i = 0;
    while (i < n) {
        sum = sum + 2;
        i++;
    }
    __VERIFIER_assert(sum == 2u * n && n != 77);
    return 0;
}
