// An element of a local array shifts by less than the width of its type; a shift in an arm that is not taken is not evaluated (C17 6.5.15p4).
// expect: TRUE
// states: 9
int main(void) {
    int a[3] = {1 << 30, 0, 1 ? 5 : 1 << 32};
    return a[1] + (int)(0 * sizeof(char[1 << 3]));
}
