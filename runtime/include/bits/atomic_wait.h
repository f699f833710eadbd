/* Waiting on atomic objects (std::atomic::wait, std::latch, std::barrier, std::counting_semaphore): in place of the
 * header of the same name of gcc 12, whose waiting threads are found by the bits of addresses, after some spinning.
 *
 * A thread joins the waiting ones, looks at the object, and sleeps if it is not what it wants; a notification that
 * comes in between keeps it from sleeping. */
#ifndef _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1

#include <bits/c++config.h>
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <ext/numeric_traits.h>

#if __cplusplus > 201703L
#define __cpp_lib_atomic_wait 201907L

extern "C" {
struct __tw_waiter {
    const volatile void *address;
    int may_be_spurious;
};

/* Joins the threads that wait at `address`. */
void __tw_wait_begin(__tw_waiter *, const volatile void *address);
/* Leaves them. */
void __tw_wait_end(__tw_waiter *);
/* Sleeps until woken; 0 if the time was over first. The thread has left the waiting ones. */
int __tw_wait_sleep(__tw_waiter *, long long until);
/* Wakes one or all. */
void __tw_wait_notify(const volatile void *address, int all);
}

namespace std {

namespace __detail {

using __platform_wait_t = int;
static constexpr size_t __platform_wait_alignment = 4;

inline void __thread_yield() noexcept { __gthread_yield(); }
inline void __thread_relax() noexcept { __gthread_yield(); }

/* No spinning: one look. */
template <class _Pred> bool __atomic_spin(_Pred &__pred) noexcept { return __pred(); }

template <class _Tp> bool __atomic_compare(const _Tp &__a, const _Tp &__b) {
    return __builtin_memcmp(&__a, &__b, sizeof(_Tp)) == 0;
}

/* A predicate that fails because of another thread and not because of the value is asked again: the thread sleeps only
 * if the value is still the one from before. */
template <class _Pred> bool __tw_await_value(const __platform_wait_t *__address, _Pred &__pred, long long __until) {
    for (;;) {
        __tw_waiter __waiter;
        __tw_wait_begin(&__waiter, __address);
        __platform_wait_t __before = __atomic_load_n(__address, __ATOMIC_SEQ_CST);
        if (__pred()) {
            __tw_wait_end(&__waiter);
            return true;
        }
        if (__atomic_load_n(__address, __ATOMIC_SEQ_CST) != __before) {
            __tw_wait_end(&__waiter);
            continue;
        }
        if (!__tw_wait_sleep(&__waiter, __until)) return false;
    }
}

template <class _Pred> bool __tw_await(const volatile void *__address, _Pred &__pred, long long __until) {
    for (;;) {
        __tw_waiter __waiter;
        __tw_wait_begin(&__waiter, __address);
        if (__pred()) {
            __tw_wait_end(&__waiter);
            return true;
        }
        if (!__tw_wait_sleep(&__waiter, __until)) return false;
    }
}

} // namespace __detail

template <class _Tp, class _ValFn>
void __atomic_wait_address_v(const _Tp *__addr, _Tp __old, _ValFn __vfn) noexcept {
    auto __pred = [&] { return !__detail::__atomic_compare(__old, __vfn()); };
    if (!__pred()) __detail::__tw_await(__addr, __pred, -1);
}

template <class _Tp, class _Pred> void __atomic_wait_address(const _Tp *__addr, _Pred __pred) noexcept {
    if (!__pred()) __detail::__tw_await(__addr, __pred, -1);
}

template <class _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t *__addr, _Pred __pred) noexcept {
    if (!__pred()) __detail::__tw_await_value(__addr, __pred, -1);
}

template <class _Tp> void __atomic_notify_address(const _Tp *__addr, bool __all) noexcept {
    __tw_wait_notify(__addr, __all);
}

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t *__addr, bool __all) noexcept {
    __tw_wait_notify(__addr, __all);
}

} // namespace std
#endif
#endif
