// increment-cas: a counter without locks; each thread adds one by compare-and-swap and sees that the counter is above what it was [DKKW11 table 1]
// safe: the counter changes only by compare-and-swap from v to v + 1, never from UINT_MAX, so it never falls.
// bug: compare and swap are two steps
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_uint value;

static bool replace(unsigned old, unsigned new)
{
#ifdef BUG
  if (value != old)
    return false;
  value = new;
  return true;
#else
  return atomic_compare_exchange_strong(&value, &old, new);
#endif
}

static void *worker(void *arg)
{
  unsigned v;
  do {
    v = value;
    if (v == UINT_MAX)
      return arg;
  } while (!replace(v, v + 1));
  assert(value > v);
  return arg;
}

int main(void)
{
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
