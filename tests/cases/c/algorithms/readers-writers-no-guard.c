// A readers-writers lock whose reader count is atomic but not guarded: the second reader enters while the first still waits for the writer.
// expect: assertion=FALSE data-race=FALSE
// options: --threads 3
// states: 5442
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t room;
static atomic_int readers;
static int a, b;

static void *reader(void *arg) {
  (void)arg;
  if (atomic_fetch_add(&readers, 1) == 0) // should be one step with the wait
    sem_wait(&room);
  assert(a == b);
  if (atomic_fetch_sub(&readers, 1) == 1)
    sem_post(&room);
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
  pthread_create(&t, NULL, reader, NULL);
  pthread_create(&u, NULL, writer, NULL);
  reader(NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
