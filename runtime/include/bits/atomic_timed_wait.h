/* Waiting on atomic objects with a time limit, which may pass whenever a thread sleeps: in place of the header of the
 * same name of gcc 12. */
#ifndef _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1

#include <bits/atomic_wait.h>

#if __cpp_lib_atomic_wait
#include <bits/tw_times.h>
#include <bits/this_thread_sleep.h>

namespace std {

template <class _Tp, class _ValFn, class _Time>
bool __atomic_wait_address_until_v(const _Tp *__addr, _Tp &&__old, _ValFn &&__vfn, const _Time &__t) noexcept {
    auto __pred = [&] { return !__detail::__atomic_compare(__old, __vfn()); };
    return __pred() || __detail::__tw_await(__addr, __pred, std::__tw_time(__t));
}

template <class _Tp, class _Pred, class _Time>
bool __atomic_wait_address_until(const _Tp *__addr, _Pred __pred, const _Time &__t) noexcept {
    return __pred() || __detail::__tw_await(__addr, __pred, std::__tw_time(__t));
}

template <class _Pred, class _Time>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t *__addr, _Pred __pred,
                                      const _Time &__t) noexcept {
    return __pred() || __detail::__tw_await_value(__addr, __pred, std::__tw_time(__t));
}

template <class _Tp, class _ValFn, class _Time>
bool __atomic_wait_address_for_v(const _Tp *__addr, _Tp &&__old, _ValFn &&__vfn, const _Time &__t) noexcept {
    return std::__atomic_wait_address_until_v(__addr, __old, __vfn, __t);
}

template <class _Tp, class _Pred, class _Time>
bool __atomic_wait_address_for(const _Tp *__addr, _Pred __pred, const _Time &__t) noexcept {
    return std::__atomic_wait_address_until(__addr, __pred, __t);
}

template <class _Pred, class _Time>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t *__addr, _Pred __pred,
                                    const _Time &__t) noexcept {
    return std::__atomic_wait_address_until_bare(__addr, __pred, __t);
}

} // namespace std
#endif
#endif
