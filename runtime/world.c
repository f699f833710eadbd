/* The world around the program: the front end puts in what the command line says (crates/llvm/src/world.rs). They are
 * not in the files that use them, so that no compiler takes these values for final. */
#include "internal.h"

const int __tw_malloc_may_fail = 0;
const int __tw_spurious_wakeups = 1;
const int __tw_strict_standard = 0;
const int __tw_processors = 2;
const int __tw_page_size = 4096;
const int __tw_process_id = 1;
const int __tw_cancels = 0;
const int __tw_makes_robust = 0;
const int __tw_clock_is_read = 0;
const int __tw_clock_advances = 3;

/* The least one, one second, one hour. */
const long long __tw_clock_steps[TW_CLOCK_STEPS] = {1, 1000000000, 3600000000000};

/* Arguments of main: the program's name, and those that are given. */
static char program_name[] = "program";
char *__tw_argv[] = {program_name, 0};

/* NAME=VALUE for what is set, NAME for what is known to be unset. */
char *__tw_environment[] = {0};

/* Called by main before it looks at its arguments, where none are given. */
void __tw_arguments_used(void) { __tw_untold(TW_ARGUMENTS, ""); }
void __tw_environment_used(void) { __tw_untold(TW_ENVIRONMENT, "(third argument of main)"); }
