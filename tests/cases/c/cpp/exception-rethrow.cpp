// An exception thrown again by throw; is the same object, with the changes made by the first handler.
// expect: TRUE
// states: 45
#include <cassert>

struct Failure {
  int level = 0;
};

static void inner() {
  try {
    throw Failure();
  } catch (Failure &f) {
    f.level++;
    throw;
  }
}

int main() {
  int seen = -1;
  try {
    inner();
  } catch (const Failure &f) {
    seen = f.level;
  }
  assert(seen == 1);
}
