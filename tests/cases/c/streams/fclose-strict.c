// Closing a file may fail (C17 7.21.5.1).
// expect: assertion=FALSE
// options: --strict-standard
// states: 27
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *log = fopen("log.txt", "w");
    if (!log) return 1;
    assert(fclose(log) == 0);
    return 0;
}
