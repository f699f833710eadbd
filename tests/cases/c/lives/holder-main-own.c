// The twin: who has the lock gives it back.
// expect: TRUE
// states: 125
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static int choice, delay;
static void *work(void *arg) {
    int own = !choice;
    if (own)
        pthread_rwlock_rdlock(&m);
    choice = 0;
    delay = 0;
    if (own)
        pthread_rwlock_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a;
    int held;
    held = choice = __VERIFIER_nondet_bool();
    if (choice) {
        for (int i = 0; i < 9; i++)
            delay = i;
        pthread_rwlock_rdlock(&m);
    }
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    if (held)
        pthread_rwlock_unlock(&m);
    return 0;
}
