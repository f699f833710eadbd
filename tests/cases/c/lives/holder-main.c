// Main has the lock, or its worker: which of them shows in nothing else, and only its holder may unlock it.
// expect: pthread=FALSE
// states: 96
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int choice, delay;
static void *work(void *arg) {
    if (!choice)
        pthread_mutex_lock(&m);
    choice = 0;
    delay = 0;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a;
    choice = __VERIFIER_nondet_bool();
    if (choice) {
        for (int i = 0; i < 9; i++)
            delay = i;
        pthread_mutex_lock(&m);
    }
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    return 0;
}
