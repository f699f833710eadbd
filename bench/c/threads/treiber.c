// Each of N threads pushes an element on a stack without locks. BUG: the top is written without comparing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; };
static _Atomic(struct node *) top;
static void *push(void *arg)
{
  struct node *n = malloc(sizeof *n), *seen = top;
  do n->next = seen;
#ifdef BUG
  while (0);
  top = n;
#else
  while (!atomic_compare_exchange_strong(&top, &seen, n));
#endif
  return arg;
}
int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, push, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  int count = 0;
  for (struct node *n = top; n; count++) { struct node *next = n->next; free(n); n = next; }
  assert(count == N);
  return 0;
}
