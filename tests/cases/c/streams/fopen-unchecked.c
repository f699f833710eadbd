// The log may be missing: a null pointer is no stream (C17 7.21.5.3).
// expect: memory=FALSE
// states: 20
#include <stdio.h>

int main(void) {
    FILE *log = fopen("log.txt", "w");
    fputs("line\n", log);
    fclose(log);
    return 0;
}
