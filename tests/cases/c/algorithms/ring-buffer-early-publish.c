// A ring buffer whose producer moves the tail before it writes the element: the consumer reads too early.
// expect: assertion=FALSE data-race=FALSE
// states: 1100
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 2 };
static int buffer[SIZE];
static atomic_uint head, tail; // next to read, next to write

static void *producer(void *arg) {
  (void)arg;
  for (int i = 1; i <= 3; i++) {
    unsigned t = tail;
    while (t - head == SIZE)
      ;
    tail = t + 1;
    buffer[t % SIZE] = i; // should come before the tail moves
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  for (int i = 1; i <= 3; i++) {
    unsigned h = head;
    while (h == tail)
      ;
    assert(buffer[h % SIZE] == i);
    head = h + 1;
  }
  pthread_join(t, NULL);
  return 0;
}
