// Two threads call strerror, which is safe with threads in known libraries; so are strerror_r and perror everywhere.
// expect: TRUE
// states: 54
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

static int run(void *p) { return (void)p, (perror(""), strerror(EINVAL) == NULL); }

int main(void) {
    thrd_t t;
    if (thrd_create(&t, run, NULL) != thrd_success) return 1;
    run(NULL);
    return thrd_join(t, NULL);
}
