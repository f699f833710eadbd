/* What clang's checks for undefined arithmetic call when they fail (crates/llvm/src/checks.rs). Without the property that
 * fails, a division ends the execution, anything else goes on with an undefined value. */
#include "internal.h"

/* A type of the source: kind 0 is an integer; information: sign in bit 0, binary logarithm of the width above it. */
struct type {
    uint16_t kind, information;
    char name[];
};

struct place {
    const char *file;
    uint32_t line, column;
};

struct operation {
    struct place place;
    const struct type *type;
};

struct shift {
    struct place place;
    const struct type *left, *right;
};

static unsigned width(const struct type *t) { return 1u << (t->information >> 1); }

/* A value is handed over as it is, or by its address if it is wider than a word; of wider ones the low bits suffice. */
static unsigned long long value(const struct type *t, uintptr_t handle) {
    if (width(t) <= 8 * sizeof handle) return handle;
    return *(const unsigned long long *)handle;
}

void __ubsan_handle_divrem_overflow(const struct operation *o, uintptr_t left, uintptr_t right) {
    (void)left;
    int zero = !value(o->type, right);
    if (zero && width(o->type) > 64) zero = !((const unsigned long long *)right)[1];
    __tw_undefined(TW_ARITHMETIC, zero ? "division by zero" : "the least number is divided by -1");
}

void __ubsan_handle_shift_out_of_bounds(const struct shift *s, uintptr_t left, uintptr_t right) {
    (void)left;
    unsigned long long by = value(s->right, right);
    if (by >= width(s->left))
        __tw_violation(TW_ARITHMETIC, s->right->information & 1 && by >> (width(s->right) < 64 ? width(s->right) - 1 : 63) & 1
                                          ? "a shift by a negative number"
                                          : "a shift by as many bits as the number has, or more");
    else
        __tw_violation(TW_OVERFLOW, "a shift to the left overflows a signed number");
}

void __ubsan_handle_float_cast_overflow(const void *description, uintptr_t from) {
    (void)description, (void)from;
    __tw_violation(TW_ARITHMETIC, "a floating-point number does not fit the integer type that it is converted to");
}

void __ubsan_handle_vla_bound_not_positive(const struct operation *o, uintptr_t bound) {
    (void)o, (void)bound;
    __tw_undefined(TW_MEMORY, "the length of a variable-length array is not positive");
}

void __ubsan_handle_invalid_builtin(const void *description) {
    (void)description;
    __tw_violation(TW_ARITHMETIC, "zero as the argument of a function that counts zeros (__builtin_clz, __builtin_ctz)");
}

void __ubsan_handle_missing_return(const void *description) {
    (void)description;
    __tw_undefined(TW_MEMORY, "a function that returns a value ends without one");
}

/* The machine finds overflow out itself: these are never called. */
void __ubsan_handle_add_overflow(const struct operation *o, uintptr_t left, uintptr_t right) {
    (void)o, (void)left, (void)right;
    __tw_violation(TW_OVERFLOW, "an addition overflows");
}

void __ubsan_handle_sub_overflow(const struct operation *o, uintptr_t left, uintptr_t right) {
    (void)o, (void)left, (void)right;
    __tw_violation(TW_OVERFLOW, "a subtraction overflows");
}

void __ubsan_handle_mul_overflow(const struct operation *o, uintptr_t left, uintptr_t right) {
    (void)o, (void)left, (void)right;
    __tw_violation(TW_OVERFLOW, "a multiplication overflows");
}

void __ubsan_handle_negate_overflow(const struct operation *o, uintptr_t operand) {
    (void)o, (void)operand;
    __tw_violation(TW_OVERFLOW, "a negation overflows");
}
