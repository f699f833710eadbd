// A pointer is written byte by byte and read at the same time: the copy may lack bytes.
// expect: memory=FALSE data-race=FALSE
#include <pthread.h>

static int x = 7;
static unsigned char place[1 + sizeof(int *)];
static int seen;

static void *writer(void *unused) {
    int *p = &x;
    for (unsigned i = 0; i < sizeof p; i++)
        place[1 + i] = ((unsigned char *)&p)[i];
    return unused;
}

int main(void) {
    pthread_t t;
    int *q;
    pthread_create(&t, NULL, writer, NULL);
    for (unsigned i = 0; i < sizeof q; i++)
        ((unsigned char *)&q)[i] = place[1 + i];
    if (place[0] == 0)
        seen = *q;
    pthread_join(t, NULL);
    return 0;
}
