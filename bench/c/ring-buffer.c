// A ring buffer with one producer and one consumer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 4, ITEMS = 24 };
static int items[SIZE];
static atomic_uint head, tail;

static void *produce(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    while (tail - head == SIZE)
      ;
    items[tail % SIZE] = i;
    tail++;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  for (int i = 0; i < ITEMS; i++) {
    while (tail == head)
      ;
    assert(items[head % SIZE] == i);
    head++;
  }
  pthread_join(t, 0);
  return 0;
}
