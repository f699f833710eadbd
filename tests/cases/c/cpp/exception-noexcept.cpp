// An exception that reaches a noexcept function calls std::terminate, which counts as an assertion.
// expect: assertion=FALSE
// states: 7
static int depth;

static void fail() {
  if (depth == 0)
    throw 1;
}

static void work() noexcept { fail(); }

int main() {
  try {
    work();
  } catch (int) {
  }
}
