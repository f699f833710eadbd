// A read before the beginning of a local array.
// expect: memory=FALSE
// states: 7
int main(void) {
    volatile int a[3] = {1, 2, 3};
    volatile int i = -1;
    return a[i];
}
