// A function that takes a double is called through a pointer that passes an int (C17 6.3.2.3p8, 6.5.2.2p9).
// expect: memory=FALSE
// states: 5
static double result;

static double half(double x) { return x / 2; }

int main(void) {
    double (*volatile f)(int) = (double (*)(int))half;
    result = f(1);
    return 0;
}
