/* The system's header (futures); its timed waits move no clock. */
#include <atomic>
#include <bits/tw_times.h>

#include <bits/tw_no_clock.h>
#include_next <bits/atomic_futex.h>
#undef now
