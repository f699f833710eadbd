// flags: -frtti
/* String streams, from the headers: as programs since C++20 see them. */
#include <sstream>

template class std::basic_stringbuf<char>;
template class std::basic_istringstream<char>;
template class std::basic_ostringstream<char>;
template class std::basic_stringstream<char>;
