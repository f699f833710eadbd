// Threads put their pointers into a table of buckets by address, under a lock, and find them again.
// expect: TRUE
// states: 1793
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct node {
    struct node *next;
};

static struct node *table[4];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static unsigned bucket(struct node *n) { return (uintptr_t)n % 3; }

static void put(struct node *n) {
    pthread_mutex_lock(&m);
    n->next = table[bucket(n)];
    table[bucket(n)] = n;
    pthread_mutex_unlock(&m);
}

static int has(struct node *n) {
    for (struct node *i = table[bucket(n)]; i; i = i->next)
        if (i == n) return 1;
    return 0;
}

static struct node a, b;

static void *other(void *p) {
    put(&a);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    put(&b);
    pthread_join(t, 0);
    assert(has(&a) && has(&b));
}
