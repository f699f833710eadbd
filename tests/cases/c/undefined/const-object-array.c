// An element of a local array defined const is modified after a cast; the array is filled by its initialiser first (C17 6.7.3p6, p10).
// expect: memory=FALSE
// states: 8
static int one(void) { return 1; }

static void set(const int *p) { ((int *)p)[1] = 2; }

int main(void) {
    const int a[3] = {one(), one(),
                      one()};
    set(a);
    return 0;
}
