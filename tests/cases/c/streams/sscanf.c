// Strings are read exactly (C17 7.21.6.7).
// expect: TRUE
// states: 84
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int a, b, used;
    unsigned x;
    long l;
    long long ll;
    char word[8], c, digits[4];
    assert(sscanf(" 12,-7", "%d,%d", &a, &b) == 2 && a == 12 && b == -7);
    assert(sscanf("12345", "%2d%3d", &a, &b) == 2 && a == 12 && b == 345);
    assert(sscanf("0x1f ff", "%x %X", &x, (unsigned *)&a) == 2 && x == 31 && a == 255);
    assert(sscanf("017 0x10 9", "%i %i %i", &a, &b, (int *)&x) == 3 && a == 15 && b == 16 && x == 9);
    assert(sscanf("-7 -9000000000", "%ld%lld", &l, &ll) == 2 && l == -7 && ll == -9000000000);
    assert(sscanf("hello world", "%5s%c%n", word, &c, &used) == 2 && !strcmp(word, "hello") && c == ' ' && used == 6);
    assert(sscanf("123abc", "%3[0-9]%s", digits, word) == 2 && !strcmp(digits, "123") && !strcmp(word, "abc"));
    assert(sscanf("7 8", "%*d %d", &a) == 1 && a == 8);
    assert(sscanf("50%", "%d%%", &a) == 1 && a == 50);
    assert(sscanf("abc", "%d", &a) == 0);
    assert(sscanf("", "%d", &a) == EOF && sscanf("  ", "%d", &a) == EOF);
    assert(sscanf("5", "%d %d", &a, &b) == 1);
    return 0;
}
