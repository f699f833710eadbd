// A file may be missing.
// expect: assertion=FALSE
// states: 15
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int fd = open("log.txt", O_RDONLY);
    assert(fd >= 0);
    close(fd);
    return 0;
}
