// The same with the other choice: main has a read lock, or its worker.
// expect: pthread=FALSE
// states: 96
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static int choice, delay;
static void *work(void *arg) {
    if (choice)
        pthread_rwlock_rdlock(&m);
    choice = 0;
    delay = 0;
    pthread_rwlock_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a;
    choice = __VERIFIER_nondet_bool();
    if (!choice) {
        for (int i = 0; i < 9; i++)
            delay = i;
        pthread_rwlock_rdlock(&m);
    }
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    return 0;
}
