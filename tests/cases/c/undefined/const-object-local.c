// A local object defined const is modified after a cast (C17 6.7.3p6).
// expect: memory=FALSE
// states: 6
static void set(const int *p) { *(int *)p = 2; }

int main(void) {
    const int x = 1;
    set(&x);
    return 0;
}
