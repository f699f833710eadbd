// Two nodes may share a bucket.
// expect: assertion=FALSE
// states: 30
#include <assert.h>
#include <stdint.h>

static int a, b;

int main(void) { assert((uintptr_t)&a % 3 != (uintptr_t)&b % 3); }
