// Message passing with release and acquire: correct, but executions that only weaker orders have are not explored.
// expect: UNKNOWN
// states: 76
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *sender(void *arg) {
  (void)arg;
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  while (!atomic_load_explicit(&ready, memory_order_acquire))
    ;
  assert(data == 42);
  pthread_join(t, NULL);
  return 0;
}
