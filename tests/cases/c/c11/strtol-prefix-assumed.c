// "0x" without a hexadecimal digit behind it is no prefix that is consumed (C17 7.22.1.4).
// expect: assertion=FALSE
// states: 10
#include <assert.h>
#include <stdlib.h>

int main(void) {
    const char *volatile text = "0xg";
    char *end;
    assert(strtol(text, &end, 16) == 0);
    assert(end == text + 2);
    return 0;
}
