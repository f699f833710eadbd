// A temporary file may be impossible (C17 7.21.4.3).
// expect: memory=FALSE
// states: 16
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    rewind(file);
    fclose(file);
    return 0;
}
