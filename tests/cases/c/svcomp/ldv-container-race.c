// A field found by container_of is written by one thread under the mutex of its structure, by the other one without, as in ldv-races.
// expect: data-race=FALSE
// states: 65
#include <pthread.h>
#include <stddef.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};
struct device {
    int count;
    pthread_mutex_t lock;
    struct list_head list;
};

static struct device device = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void touch(struct list_head *list) {
    struct device *d = container_of(list, struct device, list);
    pthread_mutex_lock(&d->lock);
    d->count++;
    pthread_mutex_unlock(&d->lock);
}

static void *run(void *arg) {
    touch(arg);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, &device.list);
    container_of(&device.list, struct device, list)->count++;
    pthread_join(t, 0);
    return 0;
}
