// Who sleeps uses no processor time.
// expect: assertion=FALSE
// states: 21
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    clock_t start = clock();
    sleep(2);
    assert(clock() - start >= CLOCKS_PER_SEC);
    return 0;
}
