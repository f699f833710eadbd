// A readers-writers lock from two semaphores: the first reader locks writers out, the last lets them in.
// expect: TRUE
// options: --threads 3
// states: 2133
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t room, guard;
static int readers;
static int a, b;

static void *reader(void *arg) {
  (void)arg;
  sem_wait(&guard);
  if (++readers == 1)
    sem_wait(&room);
  sem_post(&guard);
  assert(a == b);
  sem_wait(&guard);
  if (--readers == 0)
    sem_post(&room);
  sem_post(&guard);
  return NULL;
}

static void *writer(void *arg) {
  (void)arg;
  sem_wait(&room);
  a++;
  b++;
  sem_post(&room);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  sem_init(&room, 0, 1);
  sem_init(&guard, 0, 1);
  pthread_create(&t, NULL, reader, NULL);
  pthread_create(&u, NULL, writer, NULL);
  reader(NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
