// The ends of a pipe are not the same.
// expect: assertion=FALSE
// states: 7
#include <assert.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    pipe(ends);
    assert(write(ends[0], "a", 1) == 1);
    return 0;
}
