// The last user destroys the mutex while it holds it, which is undefined (POSIX pthread_mutex_destroy, DESCRIPTION).
// expect: pthread=FALSE
// states: 270
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t m;
    int users;
};

static void *drop(void *p) {
    struct object *o = p;
    pthread_mutex_lock(&o->m);
    int left = --o->users;
    if (left > 0) {
        pthread_mutex_unlock(&o->m);
    } else {
        pthread_mutex_destroy(&o->m);
        free(o);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    pthread_mutex_init(&o->m, NULL);
    o->users = 2;
    pthread_create(&t, NULL, drop, o);
    drop(o);
    pthread_join(t, NULL);
    return 0;
}
