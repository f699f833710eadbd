// A remainder modulo zero.
// expect: arithmetic=FALSE
static volatile unsigned n = 100, zero = 0;

int main(void) { return (int)(n % zero); }
