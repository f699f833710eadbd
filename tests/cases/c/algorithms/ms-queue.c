// A Michael-Scott queue: of two concurrent enqueues none is lost.
// expect: TRUE
// states: 5577
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  _Atomic(struct node *) next;
  int value;
};

static struct node dummy, one = {NULL, 1}, two = {NULL, 2};
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
  enqueue(arg);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &two);
  enqueue(&one);
  pthread_join(t, NULL);
  int x = dequeue(), y = dequeue();
  assert((x == 1 && y == 2) || (x == 2 && y == 1));
  assert(dequeue() == 0);
  return 0;
}
