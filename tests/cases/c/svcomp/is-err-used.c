// An error as a pointer is used without the test by IS_ERR.
// expect: memory=FALSE
// states: 9
static inline void *ERR_PTR(long error) { return (void *)error; }

static int object;

static int *find(int n) { return n ? &object : ERR_PTR(-12); }

int main(void) {
    *find(0) = 1;
    return 0;
}
