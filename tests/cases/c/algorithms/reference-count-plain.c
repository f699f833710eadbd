// Reference counting that is not atomic: both users see two references, and nobody frees the object.
// expect: memory=FALSE data-race=FALSE
// states: 204
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object {
  int references;
  int value;
};

static void *user(void *arg) {
  struct object *o = arg;
  assert(o->value == 42);
  if (--o->references == 0)
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
