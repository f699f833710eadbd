// scanf may return EOF or 0 and store nothing: the number is uninitialised (C17 7.21.6.2, 7.21.6.4).
// expect: memory=FALSE
// states: 30
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    if (n > 0)
        puts("positive");
    return 0;
}
