// A local variable is read by another thread before an exception ends its life.
// expect: assertion=FALSE memory=FALSE
// expect[O1,O2]: assertion=FALSE
// states: 1778
#include <pthread.h>
#include <cassert>
#include <atomic>
std::atomic<std::atomic<int> *> p{nullptr};
static void g() { std::atomic<int> x{5}; p = &x; throw 1; }
void *b(void *) { std::atomic<int> *q = p; if (q) { int v = *q; assert(v != 5); } return 0; }
int main() { pthread_t t; pthread_create(&t, 0, b, 0);
  try { g(); } catch (int) {}
  pthread_join(t, 0); }
