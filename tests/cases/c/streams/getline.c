// The line is freed, also if there was none; lines are only sampled.
// expect: UNKNOWN
// states: 263
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getline(&line, &room, stdin);
    if (n < 0) {
        free(line);
        return 1;
    }
    assert(n > 0 && (size_t)n < room && line[n] == 0);
    free(line);
    return 0;
}
