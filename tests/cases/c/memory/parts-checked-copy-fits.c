// Four bytes for four: each part of memory holds by itself.
// expect: memory=TRUE valid-deref=TRUE valid-free=TRUE valid-memtrack=TRUE
// states: 10
#include <string.h>

void *__memcpy_chk(void *to, const void *from, size_t bytes, size_t room);

int main(void) {
    char to[4];
    __memcpy_chk(to, "fou", 4, sizeof to);
    return to[0] != 'f';
}
