// Bytes that nobody wrote are copied as unsigned char, by memcpy and one by one; only the written byte is tested (C17 6.2.6.1p4 and p5).
// expect: TRUE
// states: 42
#include <assert.h>
#include <string.h>

static unsigned char global[4];

int main(void) {
    unsigned char from[4], to[4];
    from[1] = 7;
    memcpy(to, from, sizeof to);
    for (int i = 0; i < 4; i++)
        global[i] = to[i];
    assert(global[1] == 7);
    return 0;
}
