// Two threads take slots: both may pass the test before either counts.
// expect: memory=FALSE
// states: 172
#include <pthread.h>
#include <stdatomic.h>

static int slots[3];
static atomic_int used = 2;

static void *run(void *p) {
    if (used < 3) {
        int i = used++;
        *(volatile int *)&slots[i] = 1;
    }
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
