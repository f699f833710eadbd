// Two threads take slots: one atomic step tests and counts.
// expect: TRUE
// states: 517
#include <pthread.h>
#include <stdatomic.h>

static int slots[3];
static atomic_int used = 2;

static void *run(void *p) {
    int i = used;
    while (i < 3)
        if (atomic_compare_exchange_strong(&used, &i, i + 1)) {
            *(volatile int *)&slots[i] = 1;
            break;
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
