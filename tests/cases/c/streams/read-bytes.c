// Bytes up to the end of standard input: any bytes.
// expect: TRUE
// states: 3082
#include <assert.h>
#include <unistd.h>

int main(void) {
    char c;
    int zeros = 0;
    while (read(0, &c, 1) == 1)
        if (!c) zeros = 1;
    assert(zeros == 0 || zeros == 1);
    return 0;
}
