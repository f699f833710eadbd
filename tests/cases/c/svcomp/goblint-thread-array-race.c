// An array of threads that all get the pointer to the first element, as in goblint-regression.
// expect: data-race=FALSE
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
        pthread_create(threads + i, NULL, t_fun, &args[0]);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);

    free(args);
    free(threads);
    return 0;
}
