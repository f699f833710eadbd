// Treiber's stack: THREADS threads push a node of their own and pop one; nodes are never reused.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

struct node {
  struct node *next;
  int owner;
};

static struct node nodes[THREADS];
static struct node *popped[THREADS];
static _Atomic(struct node *) top;

static void push(struct node *node) {
  node->next = top;
  while (!atomic_compare_exchange_strong(&top, &node->next, node))
    ;
}

static struct node *pop(void) {
  struct node *node = top;
  while (node && !atomic_compare_exchange_strong(&top, &node, node->next))
    ;
  return node;
}

static void *worker(void *arg) {
  int me = (int)(long)arg;
  nodes[me].owner = me;
  push(&nodes[me]);
  popped[me] = pop();
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int seen[THREADS] = {0};
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);

  for (int i = 0; i < THREADS; i++)
    if (popped[i])
      seen[popped[i]->owner]++;
  for (struct node *node = top; node; node = node->next)
    seen[node->owner]++;
  for (int i = 0; i < THREADS; i++)
    assert(seen[i] == 1);
  return 0;
}
