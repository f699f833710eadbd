// Behind the end of the file nothing is read (C17 7.21.7.1).
// expect: TRUE
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c;
    while ((c = getchar()) != EOF) {}
    assert(getchar() == EOF && feof(stdin));
    return 0;
}
