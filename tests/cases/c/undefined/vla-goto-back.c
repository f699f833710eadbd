// A goto to a place before the declaration of an array of variable length leaves its scope and ends it; a pointer to it is read there (C17 6.2.4p7 and its footnote).
// expect: memory=FALSE
// states: 21
static volatile int length = 2;
static int seen;

int main(void) {
    int n = 0;
    int *p = 0;
again:
    if (n == 1)
        seen = *p;
    int a[length];
    a[0] = 1;
    if (n++ == 0) {
        p = a;
        goto again;
    }
    return 0;
}
