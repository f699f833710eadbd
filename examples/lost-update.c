#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *count(void *arg)
{
    int seen = counter;
    counter = seen + 1;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, count, NULL);
    count(NULL);
    pthread_join(other, NULL);
    assert(counter == 2);
    return 0;
}
