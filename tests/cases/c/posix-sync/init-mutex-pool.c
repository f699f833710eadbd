// Memory of a pool held a structure, and then holds a mutex: what is left of the structure does not make it initialised.
// expect: TRUE
// states: 74
#include <pthread.h>
#include <string.h>

static union {
    struct {
        long numbers[5];
    } words;
    char *texts[5];
    pthread_mutex_t m;
} place;

int main(void) {
    memset(&place, 0x5a, sizeof place);
    pthread_mutex_init(&place.m, NULL);
    pthread_mutex_lock(&place.m);
    pthread_mutex_unlock(&place.m);
    pthread_mutex_destroy(&place.m);
    for (int i = 0; i < 5; i++)
        place.texts[i] = (char *)&place;
    pthread_mutex_init(&place.m, NULL);
    pthread_mutex_destroy(&place.m);
    for (int i = 0; i < 5; i++)
        place.words.numbers[i] = 123456789;
    pthread_mutex_init(&place.m, NULL);
    pthread_mutex_destroy(&place.m);
    return 0;
}
