// One of the bytes may be a zero.
// expect: assertion=FALSE
// states: 1031
#include <assert.h>
#include <unistd.h>

int main(void) {
    char c;
    while (read(0, &c, 1) == 1) assert(c);
    return 0;
}
