// ticket-lock: a lock whose tickets are numbered modulo 3, and are given out while fewer than two are out, keeps threads apart [DKKW11 table 1]
// safe: at most two tickets are out, those numbered `serving` and, modulo 3, the next; testing for room and taking are one section. So never do two threads have one number, only one is served, and only that one moves `serving`.
// bug: a thread that gets no ticket leaves the lock although it never entered it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define TICKETS 3
#define NONE TICKETS

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_uint next, serving;
static int c;

static unsigned take(void)
{
  unsigned mine = NONE;
  __VERIFIER_atomic_begin();
  unsigned after = (next + 1) % TICKETS;
  if (after != serving) {
    mine = next;
    next = after;
  }
  __VERIFIER_atomic_end();
  return mine;
}

static void leave(void)
{
  serving = (serving + 1) % TICKETS;
}

static void *worker(void *arg)
{
  unsigned mine = take();
  if (mine == NONE) {
#ifdef BUG
    leave();
#endif
    return arg;
  }
  while (serving != mine)
    ;
  c++;
  assert(c == 1);
  c--;
  leave();
  return arg;
}

int main(void)
{
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
