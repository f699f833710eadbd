// A log that may be missing is written and closed.
// expect: TRUE
// states: 57
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *log = fopen("log.txt", "w");
    if (!log) return 1;
    for (int i = 0; i < 3; i++) fprintf(log, "line %d\n", i);
    fputs("end", log);
    fputc('\n', log);
    assert(fflush(log) == 0 && !ferror(log));
    assert(fclose(log) == 0);
    return 0;
}
