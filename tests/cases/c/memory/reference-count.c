// Whoever drops the last reference frees the memory.
// expect: TRUE
// states: 328
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
    int data;
};

static void *run(void *p) {
    struct shared *s = p;
    assert(s->data == 7);
    if (atomic_fetch_sub(&s->references, 1) == 1)
        free(s);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct shared *s = malloc(sizeof *s);
    s->references = 2;
    s->data = 7;
    pthread_create(&t, NULL, run, s);
    run(s);
    pthread_join(t, NULL);
    return 0;
}
