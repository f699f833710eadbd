// A local variable with its lock ends while another thread uses it.
// expect: memory=FALSE data-race=FALSE pthread=UNKNOWN
// states: 149
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
static pthread_t start(void) {
    pthread_t a;
    struct shared s = {PTHREAD_MUTEX_INITIALIZER, 0};
    pthread_create(&a, 0, work, &s);
    pthread_mutex_lock(&s.lock);
    s.x = 3;
    pthread_mutex_unlock(&s.lock);
    return a;
}
int main(void) {
    pthread_t a = start();
    pthread_join(a, 0);
    return 0;
}
