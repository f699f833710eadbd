// A log is written if the file can be opened (C17 7.21.5.3, 7.21.6.1, 7.21.5.1).
// expect: TRUE
// states: 28
#include <stdio.h>

int main(void) {
    FILE *log = fopen("log.txt", "a");
    if (log == NULL)
        return 1;
    fprintf(log, "started %d\n", 1);
    fclose(log);
    return 0;
}
