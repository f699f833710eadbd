// An exception passes between new and delete: the memory is lost.
// expect: memory=FALSE
// states: 24
#include <cassert>

static void work(bool fail, int *volatile *where) {
  *where = new int(1); // should be a unique_ptr
  if (fail)
    throw 1;
  delete *where;
}

int main() {
  try {
    int *volatile p;
    work(true, &p);
    assert(false);
  } catch (int) {
  }
}
