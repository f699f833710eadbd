// A list of arguments ends with NULL, which may be an integer of the width of a pointer; no other integer is a pointer ([support.types.nullptr], [cstdarg.syn]).
// expect: TRUE
// states: 53
#include <cassert>
#include <cstdarg>
#include <cstddef>

static int count(const char *first, ...) {
  int n = 0;
  va_list ap;
  va_start(ap, first);
  for (const char *p = first; p; p = va_arg(ap, const char *))
    n++;
  va_end(ap);
  return n;
}

int main() {
  assert(count("a", "b", NULL) == 2);
  assert(count("a", nullptr) == 1);
}
