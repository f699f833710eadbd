// An array of variable length is read after its block has ended (C17 6.2.4p7).
// expect: memory=FALSE
// states: 12
static volatile int n = 3;
static int seen;

int main(void) {
    int *p;
    {
        int a[n];
        a[0] = 1;
        p = a;
    }
    seen = *p;
    return 0;
}
