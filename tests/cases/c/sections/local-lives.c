// A local variable with its lock lives until the other thread has ended.
// expect: TRUE
// states: 79
#include <assert.h>
#include <pthread.h>
struct shared {
    pthread_mutex_t lock;
    int x;
};
static void *work(void *arg) {
    struct shared *s = arg;
    pthread_mutex_lock(&s->lock);
    s->x = 1;
    s->x = 2;
    pthread_mutex_unlock(&s->lock);
    return 0;
}
int main(void) {
    pthread_t a;
    struct shared s = {PTHREAD_MUTEX_INITIALIZER, 0};
    pthread_create(&a, 0, work, &s);
    pthread_mutex_lock(&s.lock);
    assert(s.x != 1);
    pthread_mutex_unlock(&s.lock);
    pthread_join(a, 0);
    assert(s.x == 2);
    return 0;
}
