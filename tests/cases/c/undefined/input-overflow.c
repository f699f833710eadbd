// A narrow number from outside is increased in int, which cannot overflow (C17 6.3.1.1p2).
// expect: overflow=TRUE
// states: 3072
extern signed char __VERIFIER_nondet_schar(void);

static int result;

int main(void) {
    signed char x = __VERIFIER_nondet_schar();
    result = x + 1;
    x++;
    result += x;
    return 0;
}
