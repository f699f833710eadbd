// A local object defined const is modified in the same function, by an assignment to what a cast gives (C17 6.7.3p6).
// expect: memory=FALSE
// states: 4
int main(void) {
    const int x = 1;
    *(int *)&x = 2;
    return 0;
}
