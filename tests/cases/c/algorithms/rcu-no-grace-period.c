// Read-copy-update without a grace period: a reader uses the freed version.
// expect: memory=FALSE data-race=FALSE
// states: 419
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int a, b;
};

static _Atomic(struct config *) current;
static atomic_int readers;

static struct config *make(int x) {
  struct config *c = malloc(sizeof *c);
  if (!c)
    abort();
  c->a = x;
  c->b = -x;
  return c;
}

static void *reader(void *arg) {
  (void)arg;
  readers++;
  struct config *c = current;
  assert(c->a == -c->b);
  readers--;
  return NULL;
}

int main(void) {
  pthread_t t;
  current = make(1);
  pthread_create(&t, NULL, reader, NULL);
  struct config *old = atomic_exchange(&current, make(2));
  // should wait until there are no readers
  free(old);
  pthread_join(t, NULL);
  free(current);
  return 0;
}
