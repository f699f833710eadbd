// A remainder modulo zero.
// expect: arithmetic=FALSE
// states: 5
static volatile unsigned n = 100, zero = 0;

int main(void) { return (int)(n % zero); }
