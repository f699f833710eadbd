// flags: -frtti
/* Functions by which library headers throw. */
#include "cxx.h"
#include <cstdarg>
#include <functional>
#include <ios>
#include <stdexcept>
#include <system_error>

namespace {

/* `format` with %s, %zu and %% filled in; the rest is cut off. */
void fill_in(char *text, size_t room, const char *format, va_list args) {
    size_t n = 0;
    auto put = [&](char c) {
        if (n + 1 < room) text[n++] = c;
    };
    auto put_number = [&](size_t number) {
        size_t unit = 1;
        while (number / unit >= 10) unit *= 10;
        for (; unit; unit /= 10) put(static_cast<char>('0' + number / unit % 10));
    };
    for (; *format; format++) {
        if (*format != '%') {
            put(*format);
        } else if (*++format == 's') {
            for (const char *s = va_arg(args, const char *); *s; s++) put(*s);
        } else if (*format == 'z') {
            format++;
            put_number(va_arg(args, size_t));
        } else {
            put(*format);
        }
    }
    text[n] = 0;
}

} // namespace

namespace std {

void __throw_bad_exception() { tw::raise<bad_exception>(); }
void __throw_bad_alloc() { tw::raise<bad_alloc>(); }
void __throw_bad_array_new_length() { tw::raise<bad_array_new_length>(); }
void __throw_bad_cast() { tw::raise<bad_cast>(); }
void __throw_bad_typeid() { tw::raise<bad_typeid>(); }
void __throw_bad_function_call() { tw::raise<bad_function_call>(); }
void __throw_logic_error(const char *s) { tw::raise<logic_error>(s); }
void __throw_domain_error(const char *s) { tw::raise<domain_error>(s); }
void __throw_invalid_argument(const char *s) { tw::raise<invalid_argument>(s); }
void __throw_length_error(const char *s) { tw::raise<length_error>(s); }
void __throw_out_of_range(const char *s) { tw::raise<out_of_range>(s); }
void __throw_runtime_error(const char *s) { tw::raise<runtime_error>(s); }
void __throw_range_error(const char *s) { tw::raise<range_error>(s); }
void __throw_overflow_error(const char *s) { tw::raise<overflow_error>(s); }
void __throw_underflow_error(const char *s) { tw::raise<underflow_error>(s); }
void __throw_system_error(int e) { tw::raise<system_error>(error_code(e, generic_category())); }

void __throw_out_of_range_fmt(const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    fill_in(text, sizeof text, format, args);
    va_end(args);
    tw::raise<out_of_range>(static_cast<const char *>(text));
}

} // namespace std

extern "C" {

[[noreturn]] void __cxa_bad_cast() { tw::raise<std::bad_cast>(); }
[[noreturn]] void __cxa_bad_typeid() { tw::raise<std::bad_typeid>(); }
[[noreturn]] void __cxa_throw_bad_array_new_length() { tw::raise<std::bad_array_new_length>(); }

} // extern "C"
