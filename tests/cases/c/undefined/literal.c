// An array initialised with a string may be modified (C17 6.7.9p14).
// expect: TRUE
// states: 17
#include <assert.h>
#include <string.h>

int main(void) {
    char text[] = "abc";
    char *s = strchr(text, 'b');
    *s = 'x';
    assert(strcmp(text, "axc") == 0);
    return 0;
}
