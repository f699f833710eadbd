// A function keeps the address of an array in a structure that another one returned, and it is read in the next statement (C17 6.2.4p8).
// expect: memory=FALSE
// states: 24
struct triple {
    int a[3];
};

static const int *kept;
static int seen;

static struct triple make(int n) { return (struct triple){{n, n + 1, n + 2}}; }

static void keep(const int *p) { kept = p; }

int main(void) {
    keep(make(1).a);
    seen = kept[0];
    return 0;
}
