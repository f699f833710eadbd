// A seed that is a time: random numbers are any, 3 among them.
// expect: assertion=FALSE
// options: --nondet-range 0..7
// states: 25
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned)time(0));
    int die = rand() % 6;
    assert(die != 3);
    return 0;
}
