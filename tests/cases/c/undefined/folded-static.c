// A static variable is initialised with a number that does not fit (C17 6.3.1.4p1; no constant expression by 6.6p4).
// expect: arithmetic=FALSE
// states: 2
static int big = (int)1e30;

int main(void) { return big * 0; }
