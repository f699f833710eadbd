// An atomic of 16 bytes.
// expect: UNKNOWN
// flags: -mcx16
// states: 8
#include <stdatomic.h>
#include <assert.h>
struct s { long a, b; };
_Atomic struct s g;
int main(void) { struct s e = {0, 0}, n = {1, 2}; atomic_compare_exchange_strong(&g, &e, n); struct s r = g; assert(r.b == 2); }
