// What read has filled has no zero at its end.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 1582
#include <unistd.h>

int main(void) {
    char text[8];
    ssize_t n = read(0, text, sizeof text);
    if (n > 0) text[n] = 0;
    return 0;
}
