// A stream is used after it was closed: the pointer is indeterminate (C17 7.21.3, 7.21.5.1).
// expect: memory=FALSE
// states: 21
#include <stdio.h>

int main(void) {
    FILE *log = fopen("log.txt", "a");
    if (log == NULL)
        return 1;
    fclose(log);
    fprintf(log, "started %d\n", 1);
    return 0;
}
