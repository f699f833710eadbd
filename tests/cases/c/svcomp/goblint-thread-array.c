// An array of threads that get pointers to their own elements, as in goblint-regression, and the elements are read after all joins.
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct arg {
    int id, result;
};

static void *t_fun(void *p) {
    struct arg *a = p;
    a->result = a->id * 2;
    return NULL;
}

int main(void) {
    pthread_t *threads = malloc(3 * sizeof(pthread_t));
    struct arg *args = calloc(3, sizeof *args);
    for (int i = 0; i < 3; i++) {
        args[i].id = i;
        pthread_create(threads + i, NULL, t_fun, args + i);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(args[2].result == 4);
    free(args);
    free(threads);
    return 0;
}
