// Standard output goes to a file, or is closed.
// expect: TRUE
// states: 22
#include <assert.h>
#include <stdio.h>

int main(void) {
    if (!freopen("out.txt", "w", stdout)) return 1;
    printf("%d\n", 1);
    puts("text");
    assert(fclose(stdout) == 0);
    return 0;
}
