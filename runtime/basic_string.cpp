// flags: -std=c++17 -frtti
/* Strings: the members of std::string and its relatives, from the headers, for programs that were compiled elsewhere:
 * with include/bits/basic_string.tcc they have their own. This is code of the headers, not a model: it need not be
 * atomic. */
/* Constructors as they were before C++17, too. */
#define _GLIBCXX_DEFINING_STRING_INSTANTIATIONS 1
#include <string>

template class std::allocator<char>;
template class std::allocator<wchar_t>;
template class std::basic_string<char>;
template class std::basic_string<wchar_t>;
template class std::basic_string<char16_t>;
template class std::basic_string<char32_t>;
