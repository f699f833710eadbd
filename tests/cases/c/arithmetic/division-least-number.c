// The least number divided by -1 has no result.
// expect: arithmetic=FALSE
// states: 5
#include <limits.h>

static volatile int least = INT_MIN, minus_one = -1;

int main(void) {
    volatile int result = least / minus_one;
    return result;
}
