// stack-bounds-lock: threads push arbitrary numbers on a stack in an array and pop them, under a lock; no index leaves the array
// safe: `top` changes only under the lock, upwards only below SIZE and downwards only above 0.
// bug: whether there is something to pop is looked at before the lock is taken
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SIZE 64

extern bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned data[SIZE];
static atomic_uint top;

static bool push(unsigned x)
{
  pthread_mutex_lock(&m);
  unsigned i = top;
  if (i == SIZE) {
    pthread_mutex_unlock(&m);
    return false;
  }
  assert(i < SIZE);
  data[i] = x;
  top = i + 1;
  pthread_mutex_unlock(&m);
  return true;
}

static unsigned pop(void)
{
#ifdef BUG
  if (top == 0)
    return 0;
  pthread_mutex_lock(&m);
#else
  pthread_mutex_lock(&m);
  if (top == 0) {
    pthread_mutex_unlock(&m);
    return 0;
  }
#endif
  unsigned i = top - 1;
  assert(i < SIZE);
  unsigned x = data[i];
  top = i;
  pthread_mutex_unlock(&m);
  return x;
}

static void *worker(void *arg)
{
  if (__VERIFIER_nondet_bool())
    push(__VERIFIER_nondet_uint());
  else
    pop();
  return arg;
}

int main(void)
{
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
