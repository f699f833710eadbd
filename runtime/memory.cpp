// flags: -frtti
/* std::shared_ptr: the lock of its atomic functions before C++20, one for all pointers; whether counting may do
 * without atomic operations: never, so that all threads are treated alike. std::random_device: values from outside.
 * Strings: whether a text lies within one (include/bits/basic_string.tcc). */
#include "threadwise.h"
#include <memory>
#include <random>

namespace {

int locked; /* whether a thread has the lock */

} // namespace

extern "C" const char tw_single_threaded asm("__libc_single_threaded");
extern "C" const char tw_single_threaded = 0;

/* Place by place: addresses of different objects have no order. Not optimised: a compiler would subtract them. */
extern "C" __attribute__((optnone, noinline)) bool __tw_apart(const void *p, const void *data, size_t n,
                                                                size_t bytes) {
    for (size_t i = 0; i <= n; i++)
        if (p == static_cast<const char *>(data) + i * bytes) return false;
    return true;
}

namespace std {

_Sp_locker::_Sp_locker(const void *) noexcept {
    if (locked) __tw_block(TW_MUTEX, &locked, 1 << TW_INITIALISES, 1);
    locked = 1;
    __tw_locked(&locked, TW_INITIALISES);
}

_Sp_locker::_Sp_locker(const void *p, const void *) noexcept : _Sp_locker(p) {}

_Sp_locker::~_Sp_locker() {
    locked = 0;
    __tw_unlocked(&locked, TW_INITIALISES);
}

/* Types by which std::make_shared finds the object, in code with and without type information. */
bool _Sp_make_shared_tag::_S_eq(const type_info &t) noexcept { return t == typeid(_Sp_make_shared_tag); }

void random_device::_M_init(const string &) {}
void random_device::_M_init_pretr1(const string &) {}
void random_device::_M_fini() {}
random_device::result_type random_device::_M_getval() { return static_cast<unsigned>(__tw_input(32, 0)); }
random_device::result_type random_device::_M_getval_pretr1() { return _M_getval(); }
double random_device::_M_getentropy() const noexcept { return 32; }

} // namespace std
