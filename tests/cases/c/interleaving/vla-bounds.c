// One behind the end of a variable-length array.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 8
int main(void) { volatile int n = 3; volatile int a[n]; a[n] = 1; return 0; }
