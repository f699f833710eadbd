// What the program does depends on the number of its process (POSIX getpid): the answer names the number on which it rests.
// expect: TRUE
// states: 6
#include <stdio.h>
#include <unistd.h>

int main(void) {
    if (getpid() % 2 == 0)
        puts("even");
    return 0;
}
