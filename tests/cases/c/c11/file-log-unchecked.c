// fopen may return a null pointer, which fprintf does not take (C17 7.21.5.3, 7.1.4).
// expect: memory=FALSE
// states: 18
#include <stdio.h>

int main(void) {
    FILE *log = fopen("log.txt", "a");
    fprintf(log, "started %d\n", 1);
    fclose(log);
    return 0;
}
