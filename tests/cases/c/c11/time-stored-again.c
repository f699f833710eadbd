// A second call of time may return another value (C17 7.27.2.4).
// expect: assertion=FALSE
// states: 26
#include <assert.h>
#include <time.h>

int main(void) {
    time_t a, b;
    a = time(NULL);
    b = time(NULL);
    assert(a == b);
    return 0;
}
