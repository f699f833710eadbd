/* Annotations of verification tasks: the functions of SV-COMP, and those of CBMC and ESBMC in common use.
 *
 * All are weak: a definition in the program replaces them. Nondeterministic pointers other than null and the
 * predicates of CBMC on objects are unsupported. */
#include "threadwise.h"
#include <stdint.h>
#include <sys/types.h>

#define MODEL __attribute__((weak))
#pragma clang diagnostic ignored "-Wmissing-prototypes"

/* ---- assertions ---- */

static void fail(const char *text) {
    __tw_violation(TW_ASSERTION, text);
    __tw_abort();
}

MODEL void reach_error(void) { fail("reach_error() is called"); }
MODEL void __VERIFIER_error(void) { fail("__VERIFIER_error() is called"); }

MODEL void __VERIFIER_assert(int holds) {
    if (!holds) fail("the condition of __VERIFIER_assert is false");
}

MODEL void __VERIFIER_assume(int holds) { __tw_assume(holds); }
MODEL void assume_abort_if_not(int holds) { __tw_assume(holds); }

MODEL void __CPROVER_assert(int holds, const char *text) {
    if (!holds) __tw_violation(TW_ASSERTION, text);
}

MODEL void __CPROVER_assume(int holds) { __tw_assume(holds); }
MODEL void __CPROVER_precondition(int holds, const char *text) { __CPROVER_assert(holds, text); }
MODEL void __CPROVER_postcondition(int holds, const char *text) { __CPROVER_assert(holds, text); }

MODEL void __ESBMC_assert(int holds, const char *text) {
    if (!holds) __tw_violation(TW_ASSERTION, text);
}

MODEL void __ESBMC_assume(int holds) { __tw_assume(holds); }

/* ---- atomic sections, interleaving points, fences ---- */

MODEL void __VERIFIER_atomic_begin(void) { __tw_atomic_begin(); }
MODEL void __VERIFIER_atomic_end(void) { __tw_atomic_end(); }
MODEL void __CPROVER_atomic_begin(void) { __tw_atomic_begin(); }
MODEL void __CPROVER_atomic_end(void) { __tw_atomic_end(); }
MODEL void __ESBMC_atomic_begin(void) { __tw_atomic_begin(); }
MODEL void __ESBMC_atomic_end(void) { __tw_atomic_end(); }
MODEL void __ESBMC_yield(void) { __tw_access(0, 0, 0); }

MODEL void __CPROVER_fence(const char *kind, ...) {
    (void)kind;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* ---- without effect ---- */

MODEL void __VERIFIER_loop_bound(int n) { (void)n; }
MODEL void __VERIFIER_loop_begin(void) {}
MODEL void __VERIFIER_spin_start(void) {}
MODEL void __VERIFIER_spin_end(int held) { (void)held; }
MODEL void __VERIFIER_opt_begin(void) {}
MODEL void __CPROVER_cover(_Bool reached) { (void)reached; }
MODEL void __CPROVER_input(const char *name, ...) { (void)name; }
MODEL void __CPROVER_output(const char *name, ...) { (void)name; }
MODEL void __CPROVER_printf(const char *format, ...) { (void)format; }
MODEL void __CPROVER_predicate(_Bool value) { (void)value; }
MODEL void __CPROVER_parameter_predicates(void) {}
MODEL void __CPROVER_return_predicates(void) {}

/* ---- objects ---- */

MODEL size_t __CPROVER_OBJECT_SIZE(const void *p) { return p ? __tw_size(p) : 0; }

#define UNSUPPORTED(type, name, ...) \
    MODEL type name(__VA_ARGS__) { __tw_unsupported(#name); }
#pragma clang diagnostic ignored "-Wunused-parameter"
UNSUPPORTED(_Bool, __CPROVER_r_ok, const void *p, ...)
UNSUPPORTED(_Bool, __CPROVER_w_ok, const void *p, ...)
UNSUPPORTED(_Bool, __CPROVER_rw_ok, const void *p, ...)
UNSUPPORTED(size_t, __CPROVER_POINTER_OBJECT, const void *p)
UNSUPPORTED(ssize_t, __CPROVER_POINTER_OFFSET, const void *p)
UNSUPPORTED(_Bool, __CPROVER_same_object, const void *p, const void *q)
UNSUPPORTED(_Bool, __CPROVER_DYNAMIC_OBJECT, const void *p)
UNSUPPORTED(void, __CPROVER_havoc_object, void *p)

/* ---- nondeterministic values ---- */

#define VALUE(name, type, bits, is_signed)                                            \
    MODEL type __VERIFIER_nondet_##name(void) { return (type)__tw_input(bits, is_signed); } \
    MODEL type nondet_##name(void) { return (type)__tw_input(bits, is_signed); }            \
    MODEL type __ESBMC_nondet_##name(void) { return (type)__tw_input(bits, is_signed); }

#define LONG_BITS (8 * (int)sizeof(long))

VALUE(char, char, 8, 1)
VALUE(schar, signed char, 8, 1)
VALUE(uchar, unsigned char, 8, 0)
VALUE(unsigned_char, unsigned char, 8, 0)
VALUE(short, short, 16, 1)
VALUE(ushort, unsigned short, 16, 0)
VALUE(int, int, 32, 1)
VALUE(uint, unsigned, 32, 0)
VALUE(unsigned, unsigned, 32, 0)
VALUE(unsigned_int, unsigned, 32, 0)
VALUE(long, long, LONG_BITS, 1)
VALUE(ulong, unsigned long, LONG_BITS, 0)
VALUE(unsigned_long, unsigned long, LONG_BITS, 0)
VALUE(longlong, long long, 64, 1)
VALUE(ulonglong, unsigned long long, 64, 0)
VALUE(size_t, size_t, LONG_BITS, 0)
VALUE(ssize_t, ssize_t, LONG_BITS, 1)
VALUE(loff_t, long long, 64, 1)
VALUE(off_t, long, LONG_BITS, 1)
VALUE(sector_t, unsigned long, LONG_BITS, 0)
VALUE(pthread_t, unsigned long, LONG_BITS, 0)
VALUE(uintptr_t, uintptr_t, LONG_BITS, 0)
VALUE(S8, int8_t, 8, 1)
VALUE(S16, int16_t, 16, 1)
VALUE(S32, int32_t, 32, 1)
VALUE(S64, int64_t, 64, 1)
VALUE(U8, uint8_t, 8, 0)
VALUE(U16, uint16_t, 16, 0)
VALUE(U32, uint32_t, 32, 0)
VALUE(U64, uint64_t, 64, 0)
VALUE(s8, int8_t, 8, 1)
VALUE(s16, int16_t, 16, 1)
VALUE(s32, int32_t, 32, 1)
VALUE(s64, int64_t, 64, 1)
VALUE(u8, uint8_t, 8, 0)
VALUE(u16, uint16_t, 16, 0)
VALUE(u32, uint32_t, 32, 0)
VALUE(u64, uint64_t, 64, 0)

static _Bool any_bool(void) { return __tw_choose(2) == 1; }
MODEL _Bool __VERIFIER_nondet_bool(void) { return any_bool(); }
MODEL _Bool nondet_bool(void) { return any_bool(); }
MODEL _Bool __ESBMC_nondet_bool(void) { return any_bool(); }

#ifdef __SIZEOF_INT128__
static unsigned __int128 any_128(void) {
    unsigned __int128 high = (unsigned long long)__tw_input(64, 0);
    return high << 64 | (unsigned long long)__tw_input(64, 0);
}
MODEL __int128 __VERIFIER_nondet_int128(void) { return (__int128)any_128(); }
MODEL unsigned __int128 __VERIFIER_nondet_uint128(void) { return any_128(); }
#endif

/* Floating point: values where programs go wrong, then any bits. */
static float any_float(void) {
    union {
        uint32_t bits;
        float value;
    } u;
    switch (__tw_choose(12)) {
    case 0: return 0.0f;
    case 1: return -0.0f;
    case 2: return 1.0f;
    case 3: return -1.0f;
    case 4: return 0.5f;
    case 5: return __FLT_MAX__;
    case 6: return -__FLT_MAX__;
    case 7: return __FLT_MIN__;
    case 8: return __builtin_inff();
    case 9: return -__builtin_inff();
    case 10: return __builtin_nanf("");
    }
    u.bits = (uint32_t)__tw_input(64, 2);
    return u.value;
}

static double any_double(void) {
    union {
        uint64_t bits;
        double value;
    } u;
    switch (__tw_choose(12)) {
    case 0: return 0.0;
    case 1: return -0.0;
    case 2: return 1.0;
    case 3: return -1.0;
    case 4: return 0.5;
    case 5: return __DBL_MAX__;
    case 6: return -__DBL_MAX__;
    case 7: return __DBL_MIN__;
    case 8: return __builtin_inf();
    case 9: return -__builtin_inf();
    case 10: return __builtin_nan("");
    }
    u.bits = (uint64_t)__tw_input(64, 2);
    return u.value;
}

MODEL float __VERIFIER_nondet_float(void) { return any_float(); }
MODEL float nondet_float(void) { return any_float(); }
MODEL float __ESBMC_nondet_float(void) { return any_float(); }
MODEL double __VERIFIER_nondet_double(void) { return any_double(); }
MODEL double nondet_double(void) { return any_double(); }
MODEL double __ESBMC_nondet_double(void) { return any_double(); }

static void *any_pointer(void) {
    if (__tw_choose(2) == 0) return 0;
    __tw_unsupported("a nondeterministic pointer that is not null");
}

MODEL void *__VERIFIER_nondet_pointer(void) { return any_pointer(); }
MODEL char *__VERIFIER_nondet_pchar(void) { return any_pointer(); }

MODEL void __VERIFIER_nondet_memory(void *p, size_t bytes) {
    __tw_access(p, bytes, 1);
    for (size_t i = 0; i < bytes; i++) ((unsigned char *)p)[i] = (unsigned char)__tw_input(8, 0);
}

/* Any of 0 … n-1 (DIVINE). */
MODEL int __vm_choose(int n, ...) { return __tw_choose(n); }
