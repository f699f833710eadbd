// alarm(0) takes a request back; there was none (POSIX alarm).
// expect: TRUE
// states: 6
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(alarm(0) == 0);
    return 0;
}
