// An index from outside may be one too large.
// expect: memory=FALSE
// states: 23
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static volatile int a[2];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i <= 2);
    a[i] = 1;
    return 0;
}
