// A bit-field that was not written decides.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// expect[O1,O2]: data-race=UNKNOWN
// states: 6
struct s { unsigned a : 3, b : 5; };
int main(void) { struct s s; s.a = 5; if (s.b == 3) return 1; return 0; }
