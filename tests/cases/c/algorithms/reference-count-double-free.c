// Reference counting that decrements and tests in two steps: both users see zero and free the object.
// expect: memory=FALSE data-race=FALSE
// states: 716
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
  assert(o->value == 42);
  atomic_fetch_sub(&o->references, 1);
  if (atomic_load(&o->references) == 0) // should use what the subtraction returned
    free(o);
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
