// A Treiber stack whose nodes are never reused: every pushed node is popped once.
// expect: TRUE
// states: 1860
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *next;
  int popped;
};

static struct node nodes[2];
static _Atomic(struct node *) top;

static void push(struct node *n) {
  n->next = top;
  while (!atomic_compare_exchange_strong(&top, &n->next, n))
    ;
}

static struct node *pop(void) {
  struct node *n = top;
  while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
    ;
  return n;
}

static void *worker(void *arg) {
  push(&nodes[(long)arg]);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, (void *)1);
  worker((void *)0);
  struct node *n = pop(); // may run at the same time as the other push
  assert(n);
  n->popped++;
  pthread_join(t, NULL);
  n = pop();
  assert(n);
  n->popped++;
  assert(nodes[0].popped == 1 && nodes[1].popped == 1 && !pop());
  return 0;
}
