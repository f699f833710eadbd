// A condition variable of automatic storage duration is signalled that cnd_init has not created (C17 7.26.3.5).
// expect: pthread=FALSE
// states: 3
#include <threads.h>

int main(void) {
    cnd_t c;
    cnd_signal(&c);
    return 0;
}
