// fgets at the end of the file leaves the array as it is, here uninitialised (C17 7.21.7.2).
// expect: memory=FALSE
// states: 92
#include <stdio.h>

int main(void) {
    char line[64];
    fgets(line, sizeof line, stdin);
    if (line[0] == 'q')
        puts("quit");
    return 0;
}
