// A waiter that is cancelled does not consume the signal, so the other waiter gets it; a waiter that returns normally takes the token, and main gives another (POSIX pthread_cond_wait, DESCRIPTION).
// expect: TRUE
// states: 950
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int token;

static void unlock(void *p) { pthread_mutex_unlock(&m); }

static void *take(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, NULL);
    while (token == 0)
        pthread_cond_wait(&c, &m);
    token--;
    pthread_cleanup_pop(1);
    return p;
}

static void give(void) {
    token++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
}

int main(void) {
    pthread_t t, u;
    void *result;
    pthread_create(&t, NULL, take, NULL);
    pthread_create(&u, NULL, take, NULL);
    pthread_mutex_lock(&m);
    pthread_cancel(t);
    give();
    pthread_join(t, &result);
    if (result != PTHREAD_CANCELED) {
        pthread_mutex_lock(&m);
        give();
    }
    pthread_join(u, NULL);
    assert(token == 0);
    return 0;
}
