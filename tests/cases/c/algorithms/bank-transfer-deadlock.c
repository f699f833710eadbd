// Bank transfers that lock the paying account first: two transfers in opposite directions wait for each other.
// expect: deadlock=FALSE
// states: 398
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t m;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->m);
  pthread_mutex_lock(&to->m);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->m);
  pthread_mutex_unlock(&from->m);
}

static void *worker(void *arg) {
  (void)arg;
  transfer(&accounts[1], &accounts[0], 3);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  transfer(&accounts[0], &accounts[1], 5);
  pthread_join(t, NULL);
  assert(accounts[0].balance == 8 && accounts[1].balance == 12);
  return 0;
}
