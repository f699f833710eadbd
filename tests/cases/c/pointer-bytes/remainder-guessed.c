// What an address leaves when divided is not known.
// expect: assertion=FALSE
// states: 28
#include <assert.h>
#include <stdint.h>

static int a[4];

int main(void) { assert((uintptr_t)a % 7 != 3); }
