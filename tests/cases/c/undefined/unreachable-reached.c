// Execution reaches __builtin_unreachable (GCC manual: undefined).
// expect: memory=FALSE
// states: 5
static int seen;

static int name(int c) {
    switch (c) {
    case 0:
        return 'a';
    case 1:
        return 'b';
    }
    __builtin_unreachable();
}

int main(void) {
    seen = name(2);
    return 0;
}
