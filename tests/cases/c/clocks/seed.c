// A seed that is a time: random numbers are any, from 0 to 7 here.
// expect: TRUE
// options: --nondet-range 0..7
// states: 25
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned)time(0));
    int die = rand() % 6;
    assert(die < 6);
    return 0;
}
