// A constant is divided by zero, and nobody uses the result: the evaluation is undefined (C17 6.5.5p5, 6.8.3p2).
// expect: arithmetic=FALSE
// states: 3
int main(void) {
    (void)(1 / 0);
    return 0;
}
