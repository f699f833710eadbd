// A Treiber stack that frees popped nodes: the popper may read a freed node, or (ABA) malloc gives its address again and the stale exchange succeeds.
// expect: assertion=FALSE memory=FALSE data-race=FALSE
// states: 3443
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

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

static void *popper(void *arg) {
  (void)arg;
  free(pop());
  return NULL;
}

int main(void) {
  pthread_t t;
  push(malloc(sizeof(struct node)));
  push(malloc(sizeof(struct node)));
  pthread_create(&t, NULL, popper, NULL);
  free(pop());
  struct node *mine = pop();
  push(malloc(sizeof(struct node))); // perhaps at the address of the first node
  pthread_join(t, NULL);
  assert(!mine || top != mine);
  free(mine);
  free(pop());
  return 0;
}
