// A parameter that is defined const is written through a cast of its own address (C17 6.7.3p6).
// expect: memory=FALSE
// states: 4
static void f(const int x) { *(int *)&x = 3; }

int main(void) {
    f(1);
    return 0;
}
