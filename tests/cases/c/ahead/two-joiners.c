// Two threads join a third one.
// expect: pthread=FALSE
// states: 73
#include <pthread.h>
pthread_t shared;
void *work(void *arg) { return arg; }
void *joiner(void *arg) { pthread_join(shared, 0); return arg; }
int main(void) {
    pthread_t j;
    pthread_create(&shared, 0, work, 0);
    pthread_create(&j, 0, joiner, 0);
    pthread_join(shared, 0);
    pthread_join(j, 0);
    return 0;
}
