// "0x" without a hexadecimal digit behind it is the number 0, and the rest begins at the x (C17 7.22.1.4).
// expect: TRUE
// states: 15
#include <assert.h>
#include <stdlib.h>

int main(void) {
    const char *volatile text = "0xg";
    char *end;
    assert(strtol(text, &end, 16) == 0);
    assert(end == text + 1);
    return 0;
}
