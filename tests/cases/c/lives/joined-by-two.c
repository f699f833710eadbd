// Two threads join a third that has ended: either may be the one that succeeds (POSIX pthread_join: the second use is undefined).
// expect: assertion=FALSE pthread=FALSE
// states: 80
#include <assert.h>
#include <pthread.h>
pthread_t t;
void *none(void *arg) { return arg; }
void *joins(void *arg) {
    *(int *)arg = pthread_join(t, 0);
    return 0;
}
int main(void) {
    pthread_t other;
    int theirs = -1;
    pthread_create(&t, 0, none, 0);
    pthread_create(&other, 0, joins, &theirs);
    int own = pthread_join(t, 0);
    pthread_join(other, 0);
    assert(own == 0);
    return 0;
}
