// Processor time does not go back.
// expect: TRUE
// states: 27
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    clock_t start = clock();
    sleep(2);
    assert(clock() - start >= 0);
    return 0;
}
