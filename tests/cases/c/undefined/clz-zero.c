// The number of leading zeros of zero is undefined, also if it is only stored (GCC manual, "Other Builtins").
// expect: arithmetic=FALSE
// states: 4
static volatile unsigned zero;
static int result;

int main(void) {
    result = __builtin_clz(zero);
    return 0;
}
