// A pointer to a function without a prototype calls one with fixed parameters (C17 6.5.2.2p6).
// expect: TRUE
// states: 14
// flags: -std=c11
static int sum(int a, int b) { return a + b; }

int main(void) {
    int (*call)() = sum;
    return call(0, 0);
}
