// The form of memcpy that knows the size of its destination finds five bytes for four: undefined (7.24.2.1p2) before it is
// an end of the process, so only valid-deref is decided.
// expect: memory=FALSE valid-deref=FALSE valid-free=UNKNOWN valid-memtrack=UNKNOWN assertion=UNKNOWN
// states: 3
#include <string.h>

void *__memcpy_chk(void *to, const void *from, size_t bytes, size_t room);

int main(void) {
    char to[4];
    __memcpy_chk(to, "four", 5, sizeof to);
    return to[0] != 'f';
}
