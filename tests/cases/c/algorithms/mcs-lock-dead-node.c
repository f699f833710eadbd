// An MCS lock whose release resets the tail without comparing: the next thread links itself to a node that is gone.
// expect: memory=FALSE data-race=FALSE
// states: 2515
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  _Atomic(struct node *) next;
  atomic_int locked;
};

static _Atomic(struct node *) tail;
static int counter;

static void lock(struct node *n) {
  n->next = NULL;
  n->locked = 1;
  struct node *before = atomic_exchange(&tail, n);
  if (before) {
    before->next = n;
    while (n->locked)
      ;
  }
}

static void unlock(struct node *n) {
  if (!n->next) {
    tail = NULL; // should be done only if n is still the tail
    return;
  }
  struct node *after;
  while (!(after = n->next))
    ;
  after->locked = 0;
}

static void *worker(void *arg) {
  (void)arg;
  struct node mine;
  lock(&mine);
  counter++;
  unlock(&mine);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&u, NULL, worker, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(counter == 2);
  return 0;
}
