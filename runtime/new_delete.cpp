/* operator new and operator delete, all forms. A program may replace them. Only requests of impossible size fail;
 * handlers of std::set_new_handler are kept and not called. */
#include "cxx.h"
#include <cstdint>
#include <new>

#define TW_REPLACEABLE __attribute__((weak))

namespace {

std::new_handler handler;

bool possible(size_t bytes) { return bytes <= size_t(PTRDIFF_MAX); }

} // namespace

namespace std {

void __throw_bad_alloc();
const nothrow_t nothrow{};

new_handler set_new_handler(new_handler f) noexcept {
    new_handler old = handler;
    handler = f;
    return old;
}

new_handler get_new_handler() noexcept { return handler; }

} // namespace std

using std::align_val_t;
using std::nothrow_t;

TW_REPLACEABLE void *operator new(size_t n) {
    if (!possible(n)) std::__throw_bad_alloc();
    return __tw_alloc(n, TW_HEAP);
}

TW_REPLACEABLE void *operator new(size_t n, const nothrow_t &) noexcept {
    return possible(n) ? operator new(n) : nullptr;
}

TW_REPLACEABLE void *operator new(size_t n, align_val_t) {
    if (!possible(n)) std::__throw_bad_alloc();
    return __tw_alloc(n, TW_HEAP);
}

TW_REPLACEABLE void *operator new(size_t n, align_val_t a, const nothrow_t &) noexcept {
    return possible(n) ? operator new(n, a) : nullptr;
}

TW_REPLACEABLE void *operator new[](size_t n) { return operator new(n); }
TW_REPLACEABLE void *operator new[](size_t n, const nothrow_t &t) noexcept { return operator new(n, t); }
TW_REPLACEABLE void *operator new[](size_t n, align_val_t a) { return operator new(n, a); }
TW_REPLACEABLE void *operator new[](size_t n, align_val_t a, const nothrow_t &t) noexcept {
    return operator new(n, a, t);
}

TW_REPLACEABLE void operator delete(void *p) noexcept { __tw_free(p); }
TW_REPLACEABLE void operator delete(void *p, const nothrow_t &) noexcept { operator delete(p); }
TW_REPLACEABLE void operator delete(void *p, size_t) noexcept { operator delete(p); }
TW_REPLACEABLE void operator delete(void *p, align_val_t) noexcept { __tw_free(p); }
TW_REPLACEABLE void operator delete(void *p, align_val_t a, const nothrow_t &) noexcept { operator delete(p, a); }
TW_REPLACEABLE void operator delete(void *p, size_t, align_val_t a) noexcept { operator delete(p, a); }
TW_REPLACEABLE void operator delete[](void *p) noexcept { operator delete(p); }
TW_REPLACEABLE void operator delete[](void *p, const nothrow_t &) noexcept { operator delete[](p); }
TW_REPLACEABLE void operator delete[](void *p, size_t) noexcept { operator delete[](p); }
TW_REPLACEABLE void operator delete[](void *p, align_val_t a) noexcept { operator delete(p, a); }
TW_REPLACEABLE void operator delete[](void *p, align_val_t a, const nothrow_t &) noexcept { operator delete[](p, a); }
TW_REPLACEABLE void operator delete[](void *p, size_t, align_val_t a) noexcept { operator delete[](p, a); }
