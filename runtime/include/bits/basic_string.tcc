/* The system's header without the promise that the members of strings are in the library: then they are code of the
 * program, and races between threads that use one string are seen. */
#ifndef THREADWISE_BASIC_STRING
#define THREADWISE_BASIC_STRING
#include <bits/c++config.h>

/* Whether `p` is not one of the `n` + 1 places of `bytes` bytes from `data` on. */
extern "C" bool __tw_apart(const void *p, const void *data, __SIZE_TYPE__ n, __SIZE_TYPE__ bytes);

#if _GLIBCXX_USE_CXX11_ABI
namespace std {

_GLIBCXX_BEGIN_NAMESPACE_CXX11

/* Whether a text does not overlap with the string. The system's header orders the addresses of different objects. */
template <> inline bool basic_string<char>::_M_disjunct(const char *__s) const noexcept {
    return __tw_apart(__s, data(), size(), sizeof(char));
}

template <> inline bool basic_string<wchar_t>::_M_disjunct(const wchar_t *__s) const noexcept {
    return __tw_apart(__s, data(), size(), sizeof(wchar_t));
}

_GLIBCXX_END_NAMESPACE_CXX11

} // namespace std
#endif

#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#include_next <bits/basic_string.tcc>
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")
#endif
