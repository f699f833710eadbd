// Two threads call putchar_unlocked without a lock (POSIX: only by who has locked the stream).
// expect: data-race=FALSE
// states: 80
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    putchar_unlocked('a'); // should lock m
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    run(NULL);
    pthread_mutex_unlock(&m);
    return pthread_join(t, NULL);
}
