/* Exceptions: throwing, catching, unwinding (Itanium C++ ABI, part II).
 *
 * A throw looks for a handler first; if there is none, std::terminate is called and nothing is unwound. Otherwise
 * each frame up to the handler that has a landing pad for it or something to clean up is entered in turn.
 * Every function that unwinds looks at the frames above its own, so the search is inlined into it.
 * An exception specification (before C++17) catches what it does not list, and calls std::unexpected.
 * Not modelled: exceptions that leave a handler of std::unexpected, exceptions of other languages, forced unwinding
 * (pthread_exit through frames with something to clean up). */
#include "cxx.h"
#include <exception>

using tw::Exception;

namespace {

/* Of each thread: exceptions that are being handled, the latest first; exceptions on their way to a handler. */
__thread Exception *caught;
__thread int uncaught;

/* A handler of std::unexpected runs in this thread: 1 + the number of frames above its caller. */
__thread int unexpected_frames;

/* The program's handler of std::unexpected; null: the default. */
void (*on_unexpected)();

/* What landing pads get: 32 bytes in front of the object; compilers rely on that to find it. */
constexpr int handle_bytes = 32;

void *handle_of(Exception *e) { return reinterpret_cast<char *>(e + 1) - handle_bytes; }

Exception *of_handle(void *handle) {
    return tw::exception_of(static_cast<char *>(handle) + handle_bytes);
}

void *object_of(Exception *e) { return e->object ? e->object : e + 1; }

void clear(Exception *e) {
    e->type = nullptr;
    e->destroy = nullptr;
    e->next = nullptr;
    e->adjusted = nullptr;
    e->object = nullptr;
    e->handlers = 0;
    e->references = 0;
}

/* Where an exception lands: a frame above the caller (0: nowhere), and which clause of it. */
struct Landing {
    int frame;
    const void *type;
    bool cleanup, filter;
};

TW_ALWAYS_INLINE bool matches(Exception *e, const void *clause) {
    void *object = object_of(e);
    if (clause && !tw::catches(static_cast<const tw::Info *>(clause), e->type, &object)) return false;
    e->adjusted = object;
    return true;
}

TW_ALWAYS_INLINE Landing find_landing(Exception *e, bool cleanups) {
    for (int frame = 1;; frame++) {
        bool passes = false; /* the filter at hand */
        for (int clause = 0;; clause++) {
            const void *type = nullptr;
            int kind = __tw_clause(frame, clause, &type);
            if (kind == -2) return {0, nullptr, false, false};
            if (kind == 1 && matches(e, type)) return {frame, type, false, false};
            if (kind == 2 && matches(e, type)) passes = true;
            if (kind == 4 && !passes) return {frame, nullptr, false, true};
            if (kind == 4) passes = false;
            if (kind == 3 && cleanups) return {frame, nullptr, true, false};
            if (kind <= 0 || kind == 3) break;
        }
    }
}

TW_ALWAYS_INLINE void land(Exception *e, Landing where) {
    if (tw::once) tw::leave_once(tw::frames_above() - where.frame);
    int selector = where.cleanup ? 0 : where.filter ? -1 : __tw_type_id(where.type);
    __tw_unwind(where.frame, handle_of(e), selector);
}

/* Throws: `e` becomes uncaught, then the search. */
TW_ALWAYS_INLINE void raise(Exception *e) {
    uncaught++;
    Landing where = find_landing(e, false);
    if (unexpected_frames && (!where.frame || tw::frames_above() - where.frame + 1 < unexpected_frames))
        __tw_unsupported("an exception that leaves a handler of std::unexpected");
    if (where.frame) land(e, find_landing(e, true));
}

void forget(Exception *e) {
    if (!e->object) return tw::release(e + 1);
    void *object = e->object;
    __tw_free(e);
    tw::release(object);
}

} // namespace

void tw::hold(void *object) { exception_of(object)->references++; }

void tw::release(void *object) {
    Exception *e = exception_of(object);
    if (--e->references > 0) return;
    if (e->destroy) e->destroy(object);
    __tw_free(e);
}

void *tw::handled_object() { return caught ? object_of(caught) : nullptr; }

extern "C" {

void *__cxa_allocate_exception(size_t bytes) noexcept {
    auto e = static_cast<Exception *>(__tw_alloc(sizeof(Exception) + bytes, TW_LIBRARY));
    clear(e);
    return e + 1;
}

void __cxa_free_exception(void *object) { __tw_free(tw::exception_of(object)); }

/* Makes an object that has not been thrown yet an exception, for std::make_exception_ptr. */
void *tw_init_exception(void *object, tw::Info *type, void (*destroy)(void *)) noexcept
    asm("__cxa_init_primary_exception");
void *tw_init_exception(void *object, tw::Info *type, void (*destroy)(void *)) noexcept {
    Exception *e = tw::exception_of(object);
    e->type = type;
    e->destroy = destroy;
    return e;
}

void *__cxa_begin_catch(void *handle) noexcept {
    Exception *e = of_handle(handle);
    e->handlers = (e->handlers < 0 ? -e->handlers : e->handlers) + 1;
    if (e != caught) {
        e->next = caught;
        caught = e;
    }
    uncaught--;
    return e->adjusted;
}

void __cxa_end_catch() {
    Exception *e = caught;
    if (!e) return;
    bool again = e->handlers < 0;
    e->handlers += again ? 1 : -1;
    if (e->handlers != 0) return;
    caught = e->next;
    e->next = nullptr;
    if (!again) forget(e);
}

void __cxa_throw(void *object, tw::Info *type, void (*destroy)(void *)) {
    Exception *e = tw::exception_of(object);
    e->type = type;
    e->destroy = destroy;
    e->references = 1;
    raise(e);
    __cxa_begin_catch(handle_of(e));
    std::terminate();
}

void __cxa_rethrow() {
    Exception *e = caught;
    if (!e) std::terminate();
    e->handlers = -e->handlers;
    raise(e);
    __cxa_begin_catch(handle_of(e));
    std::terminate();
}

/* Goes on after a clean-up. */
void _Unwind_Resume(void *handle) {
    Exception *e = of_handle(handle);
    Landing where = find_landing(e, true);
    if (where.frame) land(e, where);
    __cxa_begin_catch(handle);
    std::terminate();
}

void *__cxa_get_exception_ptr(void *handle) noexcept { return of_handle(handle)->adjusted; }
tw::Info *__cxa_current_exception_type() noexcept { return caught ? const_cast<tw::Info *>(caught->type) : nullptr; }
bool __cxa_uncaught_exception() noexcept { return uncaught > 0; }
unsigned __cxa_uncaught_exceptions() noexcept { return static_cast<unsigned>(uncaught); }

/* An exception that a specification does not list has landed. */
void __cxa_call_unexpected(void *handle) {
    __cxa_begin_catch(handle);
    unexpected_frames = tw::frames_above() + 1;
    if (on_unexpected) on_unexpected();
    std::terminate();
}

/* What a function with noexcept calls when an exception arrives (newer compilers). */
void __cxa_call_terminate(void *handle) {
    if (handle) __cxa_begin_catch(handle);
    std::terminate();
}

/* Only its address is used. */
int __gxx_personality_v0(...) { __tw_unsupported("__gxx_personality_v0 called"); }

} // extern "C"

namespace std {

void (*set_unexpected(void (*f)()) noexcept)() {
    auto old = get_unexpected();
    on_unexpected = f == terminate ? nullptr : f;
    return old;
}

void (*get_unexpected() noexcept)() { return on_unexpected ? on_unexpected : terminate; }

void unexpected() {
    if (on_unexpected) on_unexpected();
    terminate();
}

bool uncaught_exception() noexcept { return uncaught > 0; }
int uncaught_exceptions() noexcept { return uncaught; }

/* A throw of its own, of an object that others may be throwing or handling as well. */
void rethrow_exception(exception_ptr p) {
    void *object = *reinterpret_cast<void **>(&p);
    auto e = static_cast<Exception *>(__tw_alloc(sizeof(Exception), TW_LIBRARY));
    clear(e);
    e->type = tw::exception_of(object)->type;
    e->object = object;
    e->references = 1;
    tw::hold(object);
    raise(e);
    __cxa_begin_catch(handle_of(e));
    terminate();
}

} // namespace std
