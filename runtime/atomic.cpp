/* Atomic operations on objects that the processor cannot handle at once: what compilers call libatomic for.
 * Models are atomic as they are. Two orders
 * of a compare-exchange come as two operations. */
#include "threadwise.h"

namespace {

bool same(const void *a, const void *b, size_t n) {
    auto x = static_cast<const unsigned char *>(a), y = static_cast<const unsigned char *>(b);
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return false;
    return true;
}

} // namespace

extern "C" {

#define TW_NAME(name) asm("__atomic_" #name)

void tw_atomic_load(size_t n, void *from, void *to, int) TW_NAME(load);
void tw_atomic_store(size_t n, void *to, void *from, int) TW_NAME(store);
void tw_atomic_exchange(size_t n, void *at, void *value, void *old, int) TW_NAME(exchange);
bool tw_atomic_compare_exchange(size_t n, void *at, void *expected, void *value, int, int) TW_NAME(compare_exchange);
bool tw_atomic_is_lock_free(size_t n, void *) TW_NAME(is_lock_free);

void tw_atomic_load(size_t n, void *from, void *to, int order) {
    __tw_ordered(order);
    __builtin_memcpy(to, from, n);
}

void tw_atomic_store(size_t n, void *to, void *from, int order) {
    __tw_ordered(order);
    __builtin_memcpy(to, from, n);
}

void tw_atomic_exchange(size_t n, void *at, void *value, void *old, int order) {
    __tw_ordered(order);
    __builtin_memcpy(old, at, n);
    __builtin_memcpy(at, value, n);
}

bool tw_atomic_compare_exchange(size_t n, void *at, void *expected, void *value, int order, int failure) {
    __tw_ordered(order);
    __tw_ordered(failure);
    bool equal = same(at, expected, n);
    if (equal)
        __builtin_memcpy(at, value, n);
    else
        __builtin_memcpy(expected, at, n);
    return equal;
}

bool tw_atomic_is_lock_free(size_t n, void *) { return n <= sizeof(void *); }

/* The forms for objects of 8 and 16 bytes, which come in registers. */
#define TW_SIZED(bytes, type)                                                                                 \
    type tw_load_##bytes(type *p, int) TW_NAME(load_##bytes);                                                 \
    void tw_store_##bytes(type *p, type v, int) TW_NAME(store_##bytes);                                       \
    type tw_exchange_##bytes(type *p, type v, int) TW_NAME(exchange_##bytes);                                 \
    bool tw_compare_exchange_##bytes(type *p, type *e, type v, int, int) TW_NAME(compare_exchange_##bytes);   \
    type tw_load_##bytes(type *p, int order) {                                                                \
        __tw_ordered(order);                                                                                  \
        return *p;                                                                                            \
    }                                                                                                         \
    void tw_store_##bytes(type *p, type v, int order) {                                                       \
        __tw_ordered(order);                                                                                  \
        *p = v;                                                                                               \
    }                                                                                                         \
    type tw_exchange_##bytes(type *p, type v, int order) {                                                    \
        __tw_ordered(order);                                                                                  \
        type old = *p;                                                                                        \
        *p = v;                                                                                               \
        return old;                                                                                           \
    }                                                                                                         \
    bool tw_compare_exchange_##bytes(type *p, type *e, type v, int order, int failure) {                      \
        __tw_ordered(order);                                                                                  \
        __tw_ordered(failure);                                                                                \
        type old = *p;                                                                                        \
        if (old == *e) {                                                                                      \
            *p = v;                                                                                           \
            return true;                                                                                      \
        }                                                                                                     \
        *e = old;                                                                                             \
        return false;                                                                                         \
    }                                                                                                         \
    TW_FETCH(bytes, type, add, +)                                                                             \
    TW_FETCH(bytes, type, sub, -)                                                                             \
    TW_FETCH(bytes, type, and, &)                                                                             \
    TW_FETCH(bytes, type, or, |)                                                                              \
    TW_FETCH(bytes, type, xor, ^)

#define TW_FETCH(bytes, type, name, op)                                                                       \
    type tw_fetch_##name##_##bytes(type *p, type v, int) TW_NAME(fetch_##name##_##bytes);                     \
    type tw_fetch_##name##_##bytes(type *p, type v, int order) {                                              \
        __tw_ordered(order);                                                                                  \
        type old = *p;                                                                                        \
        *p = old op v;                                                                                        \
        return old;                                                                                           \
    }

TW_SIZED(8, unsigned long long)
#ifdef __SIZEOF_INT128__
TW_SIZED(16, unsigned __int128)
#endif

} // extern "C"
