// Whether an address is equal to a number in the middle depends on where the object lies (C17 6.3.2.3p6).
// expect: UNKNOWN
// runs: all
// states: 3
int main(void) {
    static volatile int x;
    switch ((unsigned long)&x) {
    case 0x10000000: return 1;
    default: return 0;
    }
}
