// Two threads create one each: their numbers of the system are different whoever comes first.
// expect: TRUE
// states: 794
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
int numbers[2];
void *number(void *arg) {
    *(int *)arg = gettid();
    return arg;
}
void *create(void *arg) {
    pthread_t t;
    pthread_create(&t, 0, number, &numbers[0]);
    pthread_join(t, 0);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, create, 0);
    pthread_create(&u, 0, number, &numbers[1]);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(numbers[0] != numbers[1]);
    return 0;
}
