// Each object is changed under its own lock.
// expect: TRUE
// states: 743
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct account {
    pthread_mutex_t lock;
    int money;
};
static struct account *from, *to;
static void add(struct account *locked, struct account *changed) {
    pthread_mutex_lock(&locked->lock);
    int before = changed->money;
    changed->money = before + 1;
    pthread_mutex_unlock(&locked->lock);
}
static void *work(void *arg) {
    add(from, from);
    return arg;
}
int main(void) {
    pthread_t a;
    from = malloc(sizeof *from);
    to = malloc(sizeof *to);
    pthread_mutex_init(&from->lock, 0);
    pthread_mutex_init(&to->lock, 0);
    from->money = to->money = 0;
    pthread_create(&a, 0, work, 0);
    add(from, from);
    add(to, to);
    pthread_join(a, 0);
    assert(from->money == 2 && to->money == 1);
    pthread_mutex_destroy(&from->lock);
    pthread_mutex_destroy(&to->lock);
    free(from);
    free(to);
    return 0;
}
