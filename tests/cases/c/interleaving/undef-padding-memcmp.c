// Comparison of padding.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 10
#include <string.h>
struct s { char c; int i; };
int main(void) { struct s a, b; a.c = b.c = 1; a.i = b.i = 2; volatile size_t n = sizeof a; return memcmp(&a, &b, n) != 0; }
