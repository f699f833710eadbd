// flags: -fexceptions
/* operator new and operator delete, all forms. A program may replace them: the other forms then call what it has put in
 * their place, as the standard says. Requests of impossible size fail, and others by choice if __tw_malloc_may_fail is
 * set. Each family is given back by its own operator; anything else is a bad free. */
#include "cxx.h"
#include <cstdint>
#include <new>
extern "C" {
#include "internal.h"
}

#define TW_REPLACEABLE __attribute__((weak))

namespace {

std::new_handler handler;

/* On behalf of which form the plain operators are called; they are not if the program has its own. */
__thread unsigned char made_for, freed_for;

void *allocate(size_t bytes, int family) {
    while (__tw_memory_ends(bytes)) {
        if (!handler) throw std::bad_alloc();
        handler();
    }
    return __tw_alloc(bytes, family);
}

int family_of(unsigned char &caller, int own) {
    int family = caller ? caller : own;
    caller = 0;
    return family;
}

} // namespace

namespace std {

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

/* ---- new ---- */

TW_REPLACEABLE void *operator new(size_t n) { return allocate(n, family_of(made_for, TW_NEW)); }
TW_REPLACEABLE void *operator new(size_t n, align_val_t a) {
    void *p = allocate(n, family_of(made_for, TW_NEW_ALIGNED));
    /* An object that was freed at an address without this alignment is not given out again. */
    __tw_assume(__tw_aligned(p, static_cast<size_t>(a)));
    return p;
}

TW_REPLACEABLE void *operator new[](size_t n) {
    made_for = TW_NEW_ARRAY;
    void *p = operator new(n);
    made_for = 0;
    return p;
}

TW_REPLACEABLE void *operator new[](size_t n, align_val_t a) {
    made_for = TW_NEW_ARRAY_ALIGNED;
    void *p = operator new(n, a);
    made_for = 0;
    return p;
}

#define TW_QUIET(call)    \
    try {                 \
        return call;      \
    } catch (...) {       \
        return nullptr;   \
    }

TW_REPLACEABLE void *operator new(size_t n, const nothrow_t &) noexcept { TW_QUIET(operator new(n)) }
TW_REPLACEABLE void *operator new(size_t n, align_val_t a, const nothrow_t &) noexcept { TW_QUIET(operator new(n, a)) }
TW_REPLACEABLE void *operator new[](size_t n, const nothrow_t &) noexcept { TW_QUIET(operator new[](n)) }
TW_REPLACEABLE void *operator new[](size_t n, align_val_t a, const nothrow_t &) noexcept { TW_QUIET(operator new[](n, a)) }

/* ---- delete ---- */

TW_REPLACEABLE void operator delete(void *p) noexcept { __tw_give_back(p, family_of(freed_for, TW_NEW)); }
TW_REPLACEABLE void operator delete(void *p, align_val_t) noexcept {
    __tw_give_back(p, family_of(freed_for, TW_NEW_ALIGNED));
}

TW_REPLACEABLE void operator delete[](void *p) noexcept {
    freed_for = TW_NEW_ARRAY;
    operator delete(p);
    freed_for = 0;
}

TW_REPLACEABLE void operator delete[](void *p, align_val_t a) noexcept {
    freed_for = TW_NEW_ARRAY_ALIGNED;
    operator delete(p, a);
    freed_for = 0;
}

TW_REPLACEABLE void operator delete(void *p, const nothrow_t &) noexcept { operator delete(p); }
/* Forms that are told a size: that of the static type of what is deleted. It is the size that was asked for, or the object has
 * another type, whose destructor is not called ([expr.delete], [new.delete.single]). */
static void check_size(const void *p, size_t n, int family) {
    if (p && __tw_family(p) == family && __tw_size(p) != n)
        __tw_undefined(TW_FREE, "an object is deleted with another size than it was made with: as another class, whose "
                                "destructor is not virtual");
}

TW_REPLACEABLE void operator delete(void *p, size_t n) noexcept {
    check_size(p, n, TW_NEW);
    operator delete(p);
}
TW_REPLACEABLE void operator delete(void *p, align_val_t a, const nothrow_t &) noexcept { operator delete(p, a); }
TW_REPLACEABLE void operator delete(void *p, size_t n, align_val_t a) noexcept {
    check_size(p, n, TW_NEW_ALIGNED);
    operator delete(p, a);
}
TW_REPLACEABLE void operator delete[](void *p, const nothrow_t &) noexcept { operator delete[](p); }
TW_REPLACEABLE void operator delete[](void *p, size_t n) noexcept {
    check_size(p, n, TW_NEW_ARRAY);
    operator delete[](p);
}
TW_REPLACEABLE void operator delete[](void *p, align_val_t a, const nothrow_t &) noexcept { operator delete[](p, a); }
TW_REPLACEABLE void operator delete[](void *p, size_t n, align_val_t a) noexcept {
    check_size(p, n, TW_NEW_ARRAY_ALIGNED);
    operator delete[](p, a);
}
