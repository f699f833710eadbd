// The producer goes on using a block after it has handed it over by the bytes of the pointer.
// expect: memory=FALSE data-race=FALSE
// states: 804
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char place[1 + sizeof(int *)];
static int full;

static void *producer(void *unused) {
    int *p = malloc(sizeof *p);
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < sizeof p; i++)
        place[1 + i] = ((unsigned char *)&p)[i];
    full = 1;
    pthread_mutex_unlock(&lock);
    *p = 7;
    return unused;
}

int main(void) {
    pthread_t t;
    int *q;
    pthread_create(&t, NULL, producer, NULL);
    pthread_mutex_lock(&lock);
    int found = full;
    if (found)
        for (unsigned i = 0; i < sizeof q; i++)
            ((unsigned char *)&q)[i] = place[1 + i];
    pthread_mutex_unlock(&lock);
    if (found)
        free(q);
    pthread_join(t, NULL);
    return 0;
}
