// A pipe with more than 64 bytes is not modelled.
// expect: UNKNOWN
// states: 7
#include <unistd.h>

int main(void) {
    int ends[2];
    char block[65] = {0};
    pipe(ends);
    write(ends[1], block, sizeof block);
    return 0;
}
