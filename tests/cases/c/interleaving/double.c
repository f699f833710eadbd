// Floating point.
// expect: TRUE
// states: 22
#include <assert.h>
#include <math.h>
int main(void) { volatile double z = 0.0, a = 0.1, b = 0.2; assert(a + b != 0.3); assert(z / z != z / z); assert(1 / -z < 0 && isinf(1 / z)); assert((float)a != a); assert((int)-2.7 == -2 && (unsigned)3.9f == 3u); assert(fabs(sqrt(2.0 + z) * sqrt(2.0 + z) - 2) < 1e-15); }
