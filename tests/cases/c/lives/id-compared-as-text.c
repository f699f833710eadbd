// As text, identifiers are no longer any: their digits are not known.
// expect: UNKNOWN
// states: 12
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *work(void *arg) { return 0; }
int main(void) {
  pthread_t t;
  char text[32];
  pthread_create(&t, 0, work, 0);
  snprintf(text, sizeof text, "%lu", (unsigned long)t);
  pthread_join(t, 0);
  assert(text[0] != '1');
}
