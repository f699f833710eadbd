// A variable is set for one of two inputs, and a branch reads it for both (C17 6.3.2.1p2).
// expect: memory=FALSE
// states: 17
extern _Bool __VERIFIER_nondet_bool(void);

static int seen;

int main(void) {
    _Bool c = __VERIFIER_nondet_bool();
    int x;
    if (c)
        x = 1;
    if (x == 1)
        seen = 1;
    return 0;
}
