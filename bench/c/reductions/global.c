// A race: two threads increment a global variable without a lock.
#include <assert.h>
#include <pthread.h>

int counter;

void *increment(void *arg) {
  for (int i = 0; i < 2; i++)
    counter++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 4);
  return 0;
}
