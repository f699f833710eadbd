// All bytes of a pointer but one are copied: the copy is no address that may be used (C17 6.2.6.1p5, 6.3.2.1p2).
// expect: memory=FALSE
// states: 57
static int x = 7, seen;

int main(void) {
    int *p = &x, *q;
    for (unsigned i = 1; i < sizeof p; i++)
        ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
    seen = *q;
    return 0;
}
