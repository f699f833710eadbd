// fopen may return a null pointer (C17 7.21.5.3).
// expect: assertion=FALSE
// states: 19
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *log = fopen("log.txt", "a");
    assert(log != NULL);
    fprintf(log, "started %d\n", 1);
    fclose(log);
    return 0;
}
