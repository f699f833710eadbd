/* What the models of streams share. To be included first: here the members of streams are not taken from elsewhere. */
#ifndef THREADWISE_STREAMS_H
#define THREADWISE_STREAMS_H
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include "files.h"
#include "threadwise.h"
#include <istream>
#include <ostream>

namespace tw {

/* The facet of the classic locale. */
const std::ctype<char> *characters();

/* Whether a stream is the program's standard output or input. */
bool is_console(const std::ios &stream);

/* The open file behind a buffer; that of a stream whose text comes from outside: standard input is one. Or null. */
FILE *file_of(std::streambuf *buffer);
FILE *outside(std::streambuf *buffer);
inline FILE *outside(const std::ios &stream) { return outside(stream.rdbuf()); }

/* A byte that was looked at and not taken: it is taken now. Or -1. */
int looked_at(std::istream &stream);

} // namespace tw

namespace std {

template <> void basic_ios<char>::_M_cache_locale(const locale &);
template <> const ctype<char> &use_facet<ctype<char>>(const locale &);
template <> bool has_facet<ctype<char>>(const locale &) noexcept;

template <> ostream &ostream::put(char);
template <> ostream &ostream::write(const char *, streamsize);
template <> ostream &ostream::flush();
template <> template <> ostream &ostream::_M_insert(long);
template <> template <> ostream &ostream::_M_insert(unsigned long);
template <> template <> ostream &ostream::_M_insert(long long);
template <> template <> ostream &ostream::_M_insert(unsigned long long);
template <> template <> ostream &ostream::_M_insert(bool);
template <> template <> ostream &ostream::_M_insert(double);
template <> template <> ostream &ostream::_M_insert(long double);
template <> template <> ostream &ostream::_M_insert(const void *);
template <> ostream &__ostream_insert(ostream &, const char *, streamsize);

template <> istream::sentry::sentry(istream &, bool);
template <> istream &istream::get(char *, streamsize, char);
template <> istream &ws(istream &);
template <> istream &operator>>(istream &, char &);
template <> istream &istream::operator>>(short &);
template <> istream &istream::operator>>(int &);
template <> template <> istream &istream::_M_extract(unsigned short &);
template <> template <> istream &istream::_M_extract(unsigned &);
template <> template <> istream &istream::_M_extract(long &);
template <> template <> istream &istream::_M_extract(unsigned long &);
template <> template <> istream &istream::_M_extract(long long &);
template <> template <> istream &istream::_M_extract(unsigned long long &);
template <> template <> istream &istream::_M_extract(bool &);
template <> template <> istream &istream::_M_extract(float &);
template <> template <> istream &istream::_M_extract(double &);
template <> template <> istream &istream::_M_extract(long double &);
template <> template <> istream &istream::_M_extract(void *&);

} // namespace std
#endif
