/* Services of the machine, for library models. Their meaning: crates/ir/src/trap.rs. */
#ifndef THREADWISE_H
#define THREADWISE_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
int __tw_choose(int n);
long long __tw_input(int bits, int is_signed);
void __tw_assume(int holds);
void __tw_block(int why, const void *what, int how, int count);
void __tw_spurious(void);
void *__tw_alloc(size_t bytes, int kind);
void __tw_free(void *p);
size_t __tw_size(const void *p);
int __tw_family(const void *p);
void __tw_thread_new(void (*f)(void *), void *arg, void *record);
void *__tw_mine(void);
size_t __tw_identity(const void *record);
void *__tw_record(size_t id);
void *__tw_joined(size_t id);
int __tw_goes_ahead(void *record);
int __tw_number(void);
void *__tw_nth(int thread);
__attribute__((noreturn)) void __tw_thread_exit(void);
int __tw_last(void);
__attribute__((noreturn)) void __tw_exit(int code);
__attribute__((noreturn)) void __tw_abort(void);
void __tw_violation(int property, const char *text);
__attribute__((noreturn)) void __tw_undefined(int property, const char *text);
__attribute__((noreturn)) void __tw_unsupported(const char *text);
void __tw_atomic_begin(void);
void __tw_atomic_end(void);
void __tw_access(const void *p, size_t bytes, int write);
void __tw_print(const char *text, size_t bytes);
void __tw_locked(void *lock, int how);
void __tw_waited(void *lock, size_t bytes);
void __tw_notices(const void *lock);
void __tw_unlocked(void *lock, int how);
int __tw_holds(const void *lock, int how);
int __tw_held(const void *lock);
void __tw_forget(const void *lock);
void __tw_wait(const void *place, int state);
int __tw_wait_state(const void *place);
int __tw_waiting(const void *place, int state);
int __tw_wake(const void *place, int from, int to, int all);
int __tw_is_pointer(const void *p);
int __tw_is_number(long long value);
int __tw_is_automatic(const void *p);
void __tw_argument(const void *place, int type);
void __tw_constant(const void *p);
int __tw_aligned(const void *p, size_t alignment);
void __tw_resize(void *p, size_t bytes);
void __tw_ordered(int order);
int __tw_clause(int frame, int clause, const void **type);
__attribute__((noreturn)) void __tw_unwind(int frame, void *exception, int selector);
int __tw_type_id(const void *type);
void *__tw_jump_mark(void);
int __tw_jump_target(void *mark);
__attribute__((noreturn)) void __tw_jump(void *mark, int value);
void __tw_clock_shows(long long nanoseconds);
void __tw_assumed(int what);
__attribute__((noreturn)) void __tw_untold(int what, const char *name);

enum { TW_MUTEX, TW_JOIN, TW_COND, TW_SEM, TW_BARRIER, TW_RWLOCK, TW_SPIN, TW_ONCE, TW_OTHER, TW_FOREVER };
enum { TW_ASSERTION, TW_MEMORY, TW_PTHREAD, TW_ARITHMETIC, TW_OVERFLOW, TW_FREE };
enum { TW_MALLOC, TW_PROCESSORS, TW_PAGE_SIZE, TW_PROCESS_ID, TW_READERS_PASS, TW_IDS_ARE_FRESH, TW_ID_IS_STORED, TW_TRY_IS_EXACT, TW_CLOCK, TW_TIME_OF_DAY, TW_TIME_ENDS, TW_CALLS_ARE_SAFE, TW_NAN_SIGN, TW_IDS_ARE_NUMBERS };
enum { TW_ARGUMENTS, TW_ENVIRONMENT };
enum { TW_HEAP, TW_LIBRARY, TW_NEW, TW_NEW_ARRAY, TW_NEW_ALIGNED, TW_NEW_ARRAY_ALIGNED, TW_RECORD };
enum { TW_SHARED, TW_EXCLUSIVE, TW_INITIALISES, TW_QUEUED };
enum { TW_AWAKE, TW_WAITING, TW_WOKEN, TW_WOKEN_SERIAL, TW_DECIDING };

/* Nobody is known to have what a thread waits for. */
#define TW_NOBODY 0, 0, 0

/* The world around the program; the front end sets them (runtime/world.c). */
extern const int __tw_malloc_may_fail, __tw_spurious_wakeups, __tw_strict_standard;
/* Whether the program can cancel threads, and make mutexes robust. */
extern const int __tw_cancels, __tw_makes_robust;
extern const int __tw_processors, __tw_page_size, __tw_process_id;

/* Clocks: whether the program can read one, how often they move on at most, and by how many nanoseconds (runtime/world.c). */
extern const int __tw_clock_is_read, __tw_clock_advances;
#define TW_CLOCK_STEPS 3
extern const long long __tw_clock_steps[TW_CLOCK_STEPS];

/* Synthesised by the front end: the functions with __attribute__((destructor)). */
void __tw_run_destructors(void);
#ifdef __cplusplus
}
#endif
#endif
