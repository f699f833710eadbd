/* The end of a program that cannot go on: std::terminate, and calls that end in it.
 * Without a handler of the program std::terminate violates `assertion`, with the reason where it is known. */
#include "cxx.h"
#include <cstdlib>
#include <exception>

namespace {

std::terminate_handler handler; /* null: the default */

void append(char *text, size_t room, const char *more, size_t count) {
    size_t n = tw::text_length(text);
    while (count-- && *more && n + 1 < room) text[n++] = *more++;
    text[n] = 0;
}

/* Appends the name of a type for people; mangled if it is more than a nested name. */
void append_type(char *text, size_t room, const char *name) {
    const char *p = name;
    bool std = p[0] == 'S' && p[1] == 't', nested = *p == 'N', first = !std;
    if (std) append(text, room, "std", 3);
    if (std) p += 2;
    if (nested) p++;
    if (*p < '0' || *p > '9') return append(text, room, name, ~size_t(0));
    while (*p >= '0' && *p <= '9') {
        size_t n = 0;
        while (*p >= '0' && *p <= '9') n = 10 * n + size_t(*p++ - '0');
        if (!first) append(text, room, "::", 2);
        first = false;
        append(text, room, p, n);
        p += n;
    }
}

/* The type of the exception that nobody handles, or null. */
extern "C" tw::Info *__cxa_current_exception_type() noexcept;

void report() {
    tw::Info *type = __cxa_current_exception_type();
    if (!type) return __tw_violation(TW_ASSERTION, "std::terminate is called");
    char text[200] = "std::terminate is called: exception of type ";
    if (type->name[0] == 'i' && !type->name[1])
        append(text, sizeof text, "int", 3);
    else
        append_type(text, sizeof text, type->name);
    __tw_violation(TW_ASSERTION, text);
}

[[noreturn]] void give_up(const char *reason) {
    __tw_violation(TW_ASSERTION, reason);
    abort();
}

} // namespace

namespace std {

void terminate() noexcept {
    terminate_handler own = handler;
    if (own) own();
    if (!own) report();
    abort();
}

terminate_handler set_terminate(terminate_handler f) noexcept {
    terminate_handler old = get_terminate();
    handler = f == abort ? nullptr : f;
    return old;
}

terminate_handler get_terminate() noexcept { return handler ? handler : abort; }

/* gcc's assertions in library code (-D_GLIBCXX_ASSERTIONS). */
[[noreturn]] void __glibcxx_assert_fail(const char *, int, const char *, const char *) noexcept {
    give_up("an assertion of the C++ library fails");
}

} // namespace std

extern "C" {

[[noreturn]] void __cxa_pure_virtual() { give_up("a pure virtual function is called"); }
[[noreturn]] void __cxa_deleted_virtual() { give_up("a deleted virtual function is called"); }

} // extern "C"
