// A user looks at the object after it gave up its reference: use after free.
// expect: memory=FALSE data-race=FALSE
// states: 336
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

static void *user(void *arg) {
  struct object *o = arg;
  if (atomic_fetch_sub(&o->references, 1) == 1)
    free(o);
  else
    assert(o->value == 42); // should come before the reference is given up
  return NULL;
}

int main(void) {
  pthread_t t;
  struct object *o = malloc(sizeof *o);
  if (!o)
    return 1;
  o->references = 2;
  o->value = 42;
  pthread_create(&t, NULL, user, o);
  user(o);
  pthread_join(t, NULL);
  return 0;
}
