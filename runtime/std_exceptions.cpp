// flags: -frtti
/* The exception classes of the standard library: destructors, what(). A text is copied into memory of the library;
 * copies of an exception do not share it. */
#include "cxx.h"
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>

size_t tw::text_length(const char *text) {
    size_t n = 0;
    while (text[n]) n++;
    return n;
}

char *tw::copy_text(const char *text, size_t length) {
    auto copy = static_cast<char *>(__tw_alloc(length + 1, TW_LIBRARY));
    __builtin_memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

#define TW_EXCEPTION(name, text)                \
    name::~name() noexcept = default;           \
    const char *name::what() const noexcept { return text; }

/* A class with a text, whose constructors the program calls. */
#define TW_ERROR(name, base)                         \
    name::name(const string &s) : base(s) {}         \
    name::name(const char *s) : base(s) {}           \
    name::~name() noexcept = default;

#define TW_ROOT_ERROR(name)                                                \
    name::name(const string &s) : _M_msg(s) {}                             \
    name::name(const char *s) : _M_msg(s, tw::text_length(s)) {}           \
    name::name(const name &) noexcept = default;                           \
    name::name(name &&) noexcept = default;                                \
    name &name::operator=(const name &) noexcept = default;                \
    name &name::operator=(name &&) noexcept = default;                     \
    name::~name() noexcept = default;                                      \
    const char *name::what() const noexcept { return _M_msg._M_p; }

namespace std {

TW_EXCEPTION(exception, "std::exception")
TW_EXCEPTION(bad_exception, "std::bad_exception")
TW_EXCEPTION(bad_alloc, "std::bad_alloc")
TW_EXCEPTION(bad_array_new_length, "std::bad_array_new_length")
TW_EXCEPTION(bad_cast, "std::bad_cast")
TW_EXCEPTION(bad_typeid, "std::bad_typeid")
TW_EXCEPTION(bad_weak_ptr, "bad_weak_ptr")
TW_EXCEPTION(bad_function_call, "bad_function_call")

__cow_string::__cow_string() : _M_p(tw::copy_text("", 0)) {}

__cow_string::__cow_string(const string &s) {
    __tw_access(&s, sizeof s, 0);
    __tw_access(s.data(), s.size(), 0);
    _M_p = tw::copy_text(s.data(), s.size());
}

__cow_string::__cow_string(const char *s, size_t n) {
    __tw_access(s, n, 0);
    _M_p = tw::copy_text(s, n);
}

__cow_string::__cow_string(const __cow_string &s) noexcept : _M_p(tw::copy_text(s._M_p, tw::text_length(s._M_p))) {}
__cow_string::__cow_string(__cow_string &&s) noexcept : __cow_string(static_cast<const __cow_string &>(s)) {}
__cow_string::~__cow_string() { __tw_free(const_cast<char *>(_M_p)); }

__cow_string &__cow_string::operator=(const __cow_string &s) noexcept {
    const char *old = _M_p;
    _M_p = tw::copy_text(s._M_p, tw::text_length(s._M_p));
    __tw_free(const_cast<char *>(old));
    return *this;
}

__cow_string &__cow_string::operator=(__cow_string &&s) noexcept {
    return *this = static_cast<const __cow_string &>(s);
}

TW_ROOT_ERROR(logic_error)
TW_ROOT_ERROR(runtime_error)
TW_ERROR(domain_error, logic_error)
TW_ERROR(invalid_argument, logic_error)
TW_ERROR(length_error, logic_error)
TW_ERROR(out_of_range, logic_error)
TW_ERROR(range_error, runtime_error)
TW_ERROR(overflow_error, runtime_error)
TW_ERROR(underflow_error, runtime_error)

nested_exception::~nested_exception() noexcept = default;

} // namespace std
