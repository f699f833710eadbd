// A ring buffer with one producer and one consumer, ELEMENTS elements; the model is ring.pml.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ELEMENTS
#define ELEMENTS 24
#endif

enum { SIZE = 4 };

static atomic_int items[SIZE], head, tail;

static void *produce(void *arg) {
  for (int i = 0; i < ELEMENTS; i++) {
    int position = tail;
    while (position - head == SIZE)
      ;
    items[position % SIZE] = i;
    tail = position + 1;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  for (int i = 0; i < ELEMENTS; i++) {
    int position = head;
    while (position == tail)
      ;
    assert(items[position % SIZE] == i);
    head = position + 1;
  }
  pthread_join(t, NULL);
  return 0;
}
