/* std::mutex and what belongs to it: in place of the header of the same name of gcc 12, whose mutexes have no destructor
 * and are not told from those of POSIX. What is undefined for a std::mutex can be reported so. */
#ifndef _GLIBCXX_MUTEX_H
#define _GLIBCXX_MUTEX_H 1

#pragma GCC system_header

#if __cplusplus < 201103L
#include <bits/c++0x_warning.h>
#else

#include <bits/functexcept.h>
#include <bits/gthr.h>
#include <cerrno>
#include <system_error>

namespace std {

/* 512: a mutex of the C++ library (TW_MUTEX_CXX in internal.h). */
class __mutex_base {
  protected:
    typedef __gthread_mutex_t __native_type;
    __native_type _M_mutex = {{__PTHREAD_MUTEX_INITIALIZER(512)}};

    constexpr __mutex_base() noexcept = default;
    ~__mutex_base() { __gthread_mutex_destroy(&_M_mutex); }
    __mutex_base(const __mutex_base &) = delete;
    __mutex_base &operator=(const __mutex_base &) = delete;
};

class mutex : private __mutex_base {
  public:
    typedef __native_type *native_handle_type;

    constexpr mutex() noexcept = default;
    ~mutex() = default;
    mutex(const mutex &) = delete;
    mutex &operator=(const mutex &) = delete;

    void lock() {
        if (int __error = __gthread_mutex_lock(&_M_mutex)) __throw_system_error(__error);
    }

    bool try_lock() noexcept { return !__gthread_mutex_trylock(&_M_mutex); }
    void unlock() { __gthread_mutex_unlock(&_M_mutex); }
    native_handle_type native_handle() noexcept { return &_M_mutex; }
};

class __condvar {
    using timespec = __gthread_time_t;

  public:
    __condvar() noexcept {}
    ~__condvar() { __gthread_cond_destroy(&_M_cond); }
    __condvar(const __condvar &) = delete;
    __condvar &operator=(const __condvar &) = delete;

    __gthread_cond_t *native_handle() noexcept { return &_M_cond; }
    void wait(mutex &__m) { __gthread_cond_wait(&_M_cond, __m.native_handle()); }
    void wait_until(mutex &__m, timespec &__time) { __gthread_cond_timedwait(&_M_cond, __m.native_handle(), &__time); }
    void notify_one() noexcept { __gthread_cond_signal(&_M_cond); }
    void notify_all() noexcept { __gthread_cond_broadcast(&_M_cond); }

  protected:
    __gthread_cond_t _M_cond = __GTHREAD_COND_INIT;
};

struct defer_lock_t {
    explicit defer_lock_t() = default;
};

struct try_to_lock_t {
    explicit try_to_lock_t() = default;
};

struct adopt_lock_t {
    explicit adopt_lock_t() = default;
};

_GLIBCXX17_INLINE constexpr defer_lock_t defer_lock{};
_GLIBCXX17_INLINE constexpr try_to_lock_t try_to_lock{};
_GLIBCXX17_INLINE constexpr adopt_lock_t adopt_lock{};

template <typename _Mutex> class lock_guard {
  public:
    typedef _Mutex mutex_type;

    explicit lock_guard(mutex_type &__m) : _M_device(__m) { _M_device.lock(); }
    lock_guard(mutex_type &__m, adopt_lock_t) noexcept : _M_device(__m) {}
    ~lock_guard() { _M_device.unlock(); }
    lock_guard(const lock_guard &) = delete;
    lock_guard &operator=(const lock_guard &) = delete;

  private:
    mutex_type &_M_device;
};

} // namespace std
#endif
#endif
