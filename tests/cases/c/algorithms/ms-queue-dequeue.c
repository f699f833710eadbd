// A Michael-Scott queue: an enqueue and a dequeue at the same time; what is put in comes out, once.
// expect: TRUE
// states: 2119
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  _Atomic(struct node *) next;
  int value;
};

static struct node dummy, one = {NULL, 1};
static _Atomic(struct node *) head = &dummy, tail = &dummy;

static void enqueue(struct node *n) {
  for (;;) {
    struct node *last = tail, *next = last->next;
    if (next) { // the tail lags behind: help
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (atomic_compare_exchange_strong(&last->next, &next, n)) {
      atomic_compare_exchange_strong(&tail, &last, n);
      return;
    }
  }
}

static int dequeue(void) {
  for (;;) {
    struct node *first = head, *last = tail, *next = first->next;
    if (!next)
      return 0;
    if (first == last)
      atomic_compare_exchange_strong(&tail, &last, next);
    else if (atomic_compare_exchange_strong(&head, &first, next))
      return next->value;
  }
}

static void *worker(void *arg) {
  (void)arg;
  enqueue(&one);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  int x = dequeue();
  pthread_join(t, NULL);
  int y = dequeue();
  assert((x == 0 && y == 1) || (x == 1 && y == 0));
  return 0;
}
