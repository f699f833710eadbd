/* The system's header. Its functions are called also in optimised code: memory orders are judged where they are passed. */
#pragma clang attribute push(__attribute__((noinline)), apply_to = function)
#include_next <bits/shared_ptr_atomic.h>
#pragma clang attribute pop
