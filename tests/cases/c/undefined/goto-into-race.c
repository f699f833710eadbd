// The address of a variable is given to a thread, and a goto leaves the block and enters it again before the thread uses it (C17 6.2.4p6).
// expect: memory=FALSE data-race=FALSE
// states: 74
#include <pthread.h>

static void *use(void *arg) {
    *(int *)arg = 3;
    return 0;
}

int main(void) {
    pthread_t t;
    {
        int x = 1;
        pthread_create(&t, 0, use, &x);
        goto out;
    in:
        x = 2;
        goto end;
    }
out:
    goto in;
end:
    pthread_join(t, 0);
    return 0;
}
