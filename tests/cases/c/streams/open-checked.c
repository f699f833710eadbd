// A file that may be missing is written and closed; it can be closed only once.
// expect: TRUE
// states: 32
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int fd = open("log.txt", O_WRONLY | O_CREAT, 0600);
    if (fd < 0) return 1;
    assert(fd == 3);
    assert(write(fd, "line\n", 5) == 5);
    assert(close(fd) == 0);
    assert(close(fd) == -1 && errno == EBADF);
    assert(write(fd, "line\n", 5) == -1);
    return 0;
}
