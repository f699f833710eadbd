// A thread hands a block over to another one, the pointer byte by byte, under a mutex.
// expect: TRUE
// states: 755
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char place[3 + sizeof(int *)];
static int full;

static void *producer(void *unused) {
    int *p = malloc(sizeof *p);
    *p = 7;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < sizeof p; i++)
        place[3 + i] = ((unsigned char *)&p)[i];
    full = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t t;
    int *q = NULL;
    pthread_create(&t, NULL, producer, NULL);
    pthread_mutex_lock(&lock);
    int found = full;
    if (found)
        for (unsigned i = 0; i < sizeof q; i++)
            ((unsigned char *)&q)[i] = place[3 + i];
    pthread_mutex_unlock(&lock);
    if (found) {
        assert(*q == 7);
        *q = 8;
        free(q);
    }
    pthread_join(t, NULL);
    if (!found) {
        for (unsigned i = 0; i < sizeof q; i++)
            ((unsigned char *)&q)[i] = place[3 + i];
        free(q);
    }
    return 0;
}
