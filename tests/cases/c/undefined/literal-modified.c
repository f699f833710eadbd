// A string literal is modified through the pointer that strchr returns (C17 6.4.5p7).
// expect: memory=FALSE
// states: 8
#include <string.h>

int main(void) {
    const char *text = "abc";
    char *s = strchr(text, 'b');
    *s = 'x';
    return 0;
}
