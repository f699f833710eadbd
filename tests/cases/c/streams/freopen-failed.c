// If the file cannot be opened the stream is closed all the same (C17 7.21.5.4).
// expect: memory=FALSE
// states: 12
#include <stdio.h>

int main(void) {
    freopen("out.txt", "w", stdout);
    printf("%d\n", 1);
    return 0;
}
