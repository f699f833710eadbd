// ABA: a popper reads top = A and next = B, the other thread pops A and B and pushes A again, and B, which it owns, becomes the top.
// expect: assertion=FALSE
// states: 2562
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  _Atomic(struct node *) next;
};

static struct node a, b;
static _Atomic(struct node *) top;

static struct node *pop(void) {
  struct node *n = top;
  while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
    ;
  return n;
}

static void *popper(void *arg) {
  (void)arg;
  pop();
  return NULL;
}

int main(void) {
  pthread_t t;
  a.next = &b;
  top = &a;
  pthread_create(&t, NULL, popper, NULL);
  struct node *first = pop(), *second = pop();
  if (first == &a && second == &b) {
    struct node *n = top;
    do
      a.next = n;
    while (!atomic_compare_exchange_strong(&top, &n, &a));
    assert(top != &b); // b is ours
    pthread_join(t, NULL);
    assert(top != &b);
  } else {
    pthread_join(t, NULL);
  }
  return 0;
}
