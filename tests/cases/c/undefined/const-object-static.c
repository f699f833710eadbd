// A static object defined const is modified after a cast (C17 6.7.3p6).
// expect: memory=FALSE
// states: 5
static const int x = 1;

static void set(const int *p) { *(int *)p = 2; }

int main(void) {
    set(&x);
    return 0;
}
