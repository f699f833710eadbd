// A sequence lock: the reader tries again when a writer was there, and sees both values old or both new.
// expect: TRUE
// states: 531
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence;
static atomic_int a, b;

static void *writer(void *arg) {
  (void)arg;
  sequence++; // odd: being written
  a = 1;
  b = 1;
  sequence++;
  return NULL;
}

int main(void) {
  pthread_t t;
  int x, y, s;
  pthread_create(&t, NULL, writer, NULL);
  do {
    s = sequence;
    x = a;
    y = b;
  } while (s % 2 != 0 || s != sequence);
  assert(x == y);
  pthread_join(t, NULL);
  return 0;
}
