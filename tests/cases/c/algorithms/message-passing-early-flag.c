// Message passing whose sender raises the flag first: the receiver reads too early.
// expect: assertion=FALSE data-race=FALSE
// states: 26
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *sender(void *arg) {
  (void)arg;
  ready = 1;
  data = 42; // should come before the flag
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
