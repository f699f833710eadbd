// Message passing with a sequentially consistent flag.
// expect: TRUE
// states: 25
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *sender(void *arg) {
  (void)arg;
  data = 42;
  ready = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  while (!ready)
    ;
  assert(data == 42);
  pthread_join(t, NULL);
  return 0;
}
