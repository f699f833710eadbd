// A sequential loop: arithmetic, branches, an array, calls.
#include <stdio.h>

static unsigned table[64];

static unsigned mix(unsigned h, unsigned i) {
  h ^= i * 2654435761u;
  h ^= h >> 15;
  return h * 5 + 0xe6546b64u;
}

int main(void) {
  unsigned h = 1;
  for (unsigned i = 0; i < 1000000; i++) {
    if (i & 1)
      h = mix(h, i);
    else
      h += table[i & 63];
    table[h & 63] = h;
  }
  return h & 127;
}
