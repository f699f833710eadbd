// A stream is closed twice (C17 7.21.5.1).
// expect: memory=FALSE
// states: 21
#include <stdio.h>

int main(void) {
    FILE *log = fopen("log.txt", "w");
    if (!log) return 1;
    fclose(log);
    fclose(log);
    return 0;
}
