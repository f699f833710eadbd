// __builtin_unreachable stands where execution never comes (GCC manual).
// expect: TRUE
// states: 16
#include <assert.h>

static int name(int c) {
    switch (c) {
    case 0:
        return 'a';
    case 1:
        return 'b';
    }
    __builtin_unreachable();
}

int main(void) {
    assert(name(0) == 'a' && name(1) == 'b');
    return 0;
}
