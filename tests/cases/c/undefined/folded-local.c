// An element of a local array shifts by the width of its type; compilers evaluate the array as a whole (C17 6.5.7p3).
// expect: arithmetic=FALSE
// states: 4
int main(void) {
    int a[2] = {1 << 32, 0};
    return a[1];
}
