/* What the models of the C++ library share: exceptions, type information, reports. */
#ifndef THREADWISE_CXX_H
#define THREADWISE_CXX_H
#include "threadwise.h"

#define TW_ALWAYS_INLINE inline __attribute__((always_inline))

namespace std {
struct __at_thread_exit_elt;
}

namespace tw {

/* The layout of type_info objects (Itanium C++ ABI, 2.9.5). The first word tells which of these it is. */
struct Info {
    const void *const *vptr;
    const char *name;
};

struct Single : Info {
    const Info *base;
};

struct Base {
    const Info *type;
    long offset_flags; /* flags: 1 virtual, 2 public; the offset (or where the vtable has it) from bit 8 on */
};

struct Multiple : Info {
    unsigned flags, count;
    Base bases[1];
};

struct Pointer : Info {
    unsigned flags; /* 1 const, 2 volatile, 4 restrict, 0x20 transaction-safe, 0x40 noexcept */
    const Info *pointee;
};

/* Whether a handler for `handler` catches what `thrown` describes at `*object`; then `*object` is what it sees. */
bool catches(const Info *handler, const Info *thrown, void **object);

/* Stands in front of each thrown object, and alone for each repeated throw of one (`rethrow_exception`). */
struct alignas(16) Exception {
    const Info *type;
    void (*destroy)(void *);
    Exception *next; /* among the caught exceptions of the thread */
    void *adjusted;  /* what the handler sees */
    void *object;    /* a repeated throw: the object; otherwise null */
    int handlers;    /* active handlers; negative while thrown again */
    int references;  /* throws and exception_ptrs that hold the object */
};

inline Exception *exception_of(void *object) { return static_cast<Exception *>(object) - 1; }

/* Counts references to a thrown object; the last one destroys it. */
void hold(void *object);
void release(void *object);

/* The object of the exception that the calling thread handles; null if there is none. */
void *handled_object();

/* How many frames there are above the calling one. */
TW_ALWAYS_INLINE int frames_above() {
    const void *type;
    int n = 0;
    while (__tw_clause(n + 1, 0, &type) != -2) n++;
    return n;
}

/* A call of std::call_once that is under way in this thread, and how many frames are above it. */
struct Once {
    Once *outer;
    int frames;
};

extern __thread Once *once;

/* An exception leaves all but `frames` frames: calls of std::call_once among them have not happened. */
void leave_once(int frames);

/* Calls `e->_M_cb(e)` when the calling thread ends, after the destructors of its thread-local objects. */
void call_at_thread_exit(std::__at_thread_exit_elt *e);

/* Copies a text of the program into memory of the library. */
char *copy_text(const char *text, size_t length);
size_t text_length(const char *text);

} // namespace tw

extern "C" {
void *__cxa_allocate_exception(size_t bytes) noexcept;
[[noreturn]] void __cxa_throw(void *object, tw::Info *type, void (*destroy)(void *));
}

#ifdef __cpp_rtti
#include <new>
#include <typeinfo>

namespace tw {

/* `throw E(args…)` in code without exceptions. */
template <class E, class... Args> [[noreturn]] TW_ALWAYS_INLINE void raise(Args... args) {
    void *object = __cxa_allocate_exception(sizeof(E));
    new (object) E(args...);
    __cxa_throw(object, reinterpret_cast<Info *>(const_cast<std::type_info *>(&typeid(E))),
                [](void *p) { static_cast<E *>(p)->~E(); });
}

} // namespace tw
#endif
#endif
