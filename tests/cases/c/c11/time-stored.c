// time stores in its argument what it returns (C17 7.27.2.4).
// expect: TRUE
// states: 13
#include <assert.h>
#include <time.h>

int main(void) {
    time_t a, b;
    a = time(&b);
    assert(a == b);
    return 0;
}
