// Lazy initialisation by pthread_once: done once, and complete when anybody goes on.
// expect: TRUE
// states: 93
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value, made;

static void make(void) {
  made++;
  value = 42;
}

static void *user(void *arg) {
  (void)arg;
  pthread_once(&once, make);
  assert(value == 42);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  user(NULL);
  pthread_join(t, NULL);
  assert(made == 1);
  return 0;
}
