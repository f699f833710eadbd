/* The system's header (futures); its timed waits read no clock. */
#include <atomic>
#include <bits/chrono.h>

#include <bits/tw_no_clock.h>
#include_next <bits/atomic_futex.h>
#undef now
