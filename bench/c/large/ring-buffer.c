// A bounded queue in a ring with a sequence number per slot: two producers of ELEMENTS elements each, one consumer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ELEMENTS
#define ELEMENTS 12
#endif

enum { SIZE = 4, PRODUCERS = 2 };

struct slot {
  atomic_uint sequence;
  int producer, value;
};

static struct slot slots[SIZE];
static atomic_uint head; // the next position to write

static void enqueue(int producer, int value) {
  for (;;) {
    unsigned position = head;
    struct slot *slot = &slots[position % SIZE];
    if (slot->sequence == position && atomic_compare_exchange_strong(&head, &position, position + 1)) {
      slot->producer = producer;
      slot->value = value;
      slot->sequence = position + 1;
      return;
    }
  }
}

static void *produce(void *arg) {
  for (int i = 0; i < ELEMENTS; i++)
    enqueue((int)(long)arg, i);
  return NULL;
}

int main(void) {
  pthread_t threads[PRODUCERS];
  int expected[PRODUCERS] = {0};
  for (unsigned i = 0; i < SIZE; i++)
    slots[i].sequence = i;
  for (long i = 0; i < PRODUCERS; i++)
    pthread_create(&threads[i], NULL, produce, (void *)i);
  for (unsigned position = 0; position < PRODUCERS * ELEMENTS; position++) {
    struct slot *slot = &slots[position % SIZE];
    while (slot->sequence != position + 1)
      ;
    assert(slot->value == expected[slot->producer]);
    expected[slot->producer]++;
    slot->sequence = position + SIZE;
  }
  for (int i = 0; i < PRODUCERS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
