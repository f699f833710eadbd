// The count is read again after it was lowered: by then the other thread may have freed the memory.
// expect: memory=FALSE data-race=FALSE
// states: 218
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
};

static void *run(void *p) {
    struct shared *s = p;
    s->references--;
    if (s->references == 0)
        free(s);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct shared *s = malloc(sizeof *s);
    s->references = 2;
    pthread_create(&t, NULL, run, s);
    run(s);
    pthread_join(t, NULL);
    return 0;
}
