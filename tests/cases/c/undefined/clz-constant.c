// The number of trailing zeros of the constant zero is undefined (GCC manual, "Other Builtins").
// expect: arithmetic=FALSE
// states: 3
static int result;

int main(void) {
    result = __builtin_ctz(0);
    return 0;
}
