// The time of day does not go back while nobody sets it.
// expect: TRUE
// states: 38
#include <assert.h>
#include <time.h>

int main(void) {
    time_t a = time(0), b = time(0);
    assert(difftime(b, a) >= 0);
    return 0;
}
