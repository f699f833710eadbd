// Only a part of a buffer is copied over one that was never set: undefined (C17 7.13.2.1p2).
// expect: memory=FALSE
// states: 5
#include <setjmp.h>
#include <string.h>

int main(void) {
    jmp_buf env, other;
    if (setjmp(env) == 0) {
        memcpy(&other, &env, 4);
        longjmp(other, 1);
    }
    return 0;
}
