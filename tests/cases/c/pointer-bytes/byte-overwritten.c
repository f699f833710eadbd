// One byte of a pointer is set to a number: what the pointer then is depends on the implementation (C17 6.2.6.1p5); it is used.
// expect: memory=FALSE
// states: 6
static int x = 7;

int main(void) {
    int *p = &x;
    ((unsigned char *)&p)[1] = 0x5a;
    return *p;
}
