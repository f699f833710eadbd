// A sequence lock whose reader does not look at the sequence again: it sees one old and one new value.
// expect: assertion=FALSE
// states: 473
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
  } while (s % 2 != 0); // should also compare the sequence with s
  assert(x == y);
  pthread_join(t, NULL);
  return 0;
}
