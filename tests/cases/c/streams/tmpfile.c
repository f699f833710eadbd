// A temporary file is written.
// expect: TRUE
// states: 29
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (!file) return 1;
    assert(fwrite("text", 1, 4, file) == 4);
    rewind(file);
    fclose(file);
    return 0;
}
