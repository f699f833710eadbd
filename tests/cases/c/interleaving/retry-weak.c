// A weak compare-exchange may fail for no reason.
// expect: assertion=FALSE
// states: 24
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
int main(void) { int e = 0; int ok = atomic_compare_exchange_weak(&x, &e, 1); assert(ok); }
