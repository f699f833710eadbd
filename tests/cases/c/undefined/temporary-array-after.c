// An array inside a structure that a function returns is read after the full expression has ended (C17 6.2.4p8).
// expect: memory=FALSE
// states: 21
struct triple {
    int a[3];
};

static int seen;

static struct triple make(int n) { return (struct triple){{n, n + 1, n + 2}}; }

int main(void) {
    const int *p = make(1).a;
    seen = p[1];
    return 0;
}
