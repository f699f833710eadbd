// strtol: signs, bases, where it stopped, too large numbers.
// expect: TRUE
// states: 40
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    const char *volatile text = "  -42xyz";
    char *end;
    assert(strtol(text, &end, 10) == -42 && end == text + 5);
    text = "0x1Fg";
    assert(strtol(text, &end, 0) == 31 && *end == 'g');
    text = "077";
    assert(strtoul(text, NULL, 0) == 63 && atoi(text) == 77);
    text = "none";
    assert(strtol(text, &end, 10) == 0 && end == text);
    text = "99999999999999999999";
    errno = 0;
    assert(strtol(text, NULL, 10) == LONG_MAX && errno == ERANGE);
    return 0;
}
