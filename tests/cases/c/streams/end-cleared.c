// After clearerr a file may go on, as a terminal does.
// expect: assertion=FALSE
// states: 23
#include <assert.h>
#include <stdio.h>

int main(void) {
    while (getchar() != EOF) {}
    clearerr(stdin);
    assert(!feof(stdin));
    assert(getchar() == EOF);
    return 0;
}
