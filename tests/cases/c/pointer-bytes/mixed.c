// The bytes of pointers to two objects are mixed: what comes out depends on where they lie.
// expect: UNKNOWN
// states: 7
static int x, y;

int main(void) {
    int *p = &x, *q = &y;
    ((unsigned char *)&p)[0] = ((unsigned char *)&q)[0];
    return *p;
}
