// getline may have allocated memory although there is no line.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 294
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int line_length(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getline(&line, &room, stdin);
    if (n < 0) return 0;
    assert(n > 0 && (size_t)n < room && line[n] == 0);
    free(line);
    return (int)n;
}

int main(void) { return line_length() > 1; }
