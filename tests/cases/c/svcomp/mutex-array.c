// A hash table with a mutex for each bucket, as in goblint-regression: each thread takes the mutex of the bucket that it writes.
// expect: TRUE
// options: --nondet-range 0..3
// states: 1583
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct bucket {
    pthread_mutex_t mutex;
    int value;
};
static struct cache {
    int refs;
    struct bucket buckets[2];
} c[1];

static void access_bucket(int i) {
    pthread_mutex_lock(&c[0].buckets[i % 2].mutex);
    c[0].buckets[i % 2].value++;
    pthread_mutex_unlock(&c[0].buckets[i % 2].mutex);
}

static void *t_fun(void *arg) {
    access_bucket(__VERIFIER_nondet_int());
    return ((void *)0);
}

int main(void) {
    for (int i = 0; i < 2; i++)
        pthread_mutex_init(&c[0].buckets[i].mutex, 0);
    pthread_t t1;
    pthread_create(&t1, ((void *)0), t_fun, ((void *)0));
    access_bucket(__VERIFIER_nondet_int());
    pthread_join(t1, 0);
    return 0;
}
