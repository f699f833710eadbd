// pthread_exit deep in a call runs the clean-up handlers, last pushed first, then the value arrives.
// expect: TRUE
// states: 60
#include <assert.h>
#include <pthread.h>

static int order;

static void note(void *p) { order = 10 * order + *(int *)p; }

static int numbers[3] = {1, 2, 3};

static void leave(void) { pthread_exit(&order); }

static void *run(void *p) {
    pthread_cleanup_push(note, &numbers[0]);
    pthread_cleanup_push(note, &numbers[1]);
    pthread_cleanup_push(note, &numbers[2]);
    pthread_cleanup_pop(0);
    leave();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, &result);
    assert(result == &order);
    assert(order == 21);
    return 0;
}
