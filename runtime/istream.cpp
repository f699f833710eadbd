// flags: -frtti
/* Input streams. Numbers from std::cin and from files are any values; there may be none, or something else in their
 * place. From other streams numbers are read as text, in decimal, octal or hexadecimal. The rest is code of the headers;
 * words and lines: istream_text.cpp. */
#include "streams.h"
#include <climits>
#include <cstdlib>
#include <iomanip>

using std::ios_base;
using std::istream;

namespace {

constexpr int no_char = std::char_traits<char>::eof();

/* Whether there is something to read behind white space; otherwise the stream fails. */
bool ready(istream &i) {
    if (i.good() && i.tie()) i.tie()->flush();
    if (i.good() && (i.flags() & ios_base::skipws) && !tw::outside(i)) std::ws(i);
    if (!tw::is_console(i)) __tw_access(i.rdbuf(), sizeof(std::streambuf), 1);
    if (i.good()) return true;
    i.setstate(ios_base::failbit);
    return false;
}

/* Whether a number follows that comes from outside. Otherwise the stream fails; something else than a number is read
 * as 0, and at the end nothing is stored ([istream.formatted.arithmetic], [facet.num.get.virtuals]). */
template <class T> bool follows(istream &i, FILE *file, T &v) {
    if (i.rdbuf()->in_avail() > 0) __tw_unsupported("a number behind a byte that was looked at");
    if (!__tw_input_follows(file)) {
        i.setstate(ios_base::eofbit | ios_base::failbit);
        return false;
    }
    switch (__tw_choose(3)) {
    case 0: return true;
    case 1: i.setstate(ios_base::eofbit); return true;
    }
    __tw_access(&v, sizeof v, 1);
    v = 0;
    i.setstate(ios_base::failbit);
    return false;
}

/* The next byte if `wanted` says so; it is taken. */
template <class Wanted> bool take(istream &i, char &c, Wanted &&wanted) {
    int next = i.rdbuf()->sgetc();
    if (next == no_char) {
        i.setstate(ios_base::eofbit);
        return false;
    }
    c = static_cast<char>(next);
    if (!wanted(c)) return false;
    i.rdbuf()->sbumpc();
    return true;
}

int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

struct Number {
    unsigned long long magnitude;
    bool negative, valid, too_large;
};

/* [facet.num.get]: a sign, 0x in hexadecimal, digits. */
Number read_number(istream &i) {
    Number n = {0, false, false, false};
    auto field = i.flags() & ios_base::basefield;
    int base = field == ios_base::hex ? 16 : field == ios_base::oct ? 8 : 10;
    char c;
    if (take(i, c, [](char d) { return d == '+' || d == '-'; })) n.negative = c == '-';
    if (base != 8 && take(i, c, [](char d) { return d == '0'; })) {
        n.valid = true;
        bool guess = !field;
        if ((base == 16 || guess) && take(i, c, [](char d) { return d == 'x' || d == 'X'; })) {
            n.valid = false;
            base = 16;
        } else if (guess) {
            base = 8;
        }
    }
    while (take(i, c, [=](char d) { return digit_value(d) < base; })) {
        auto digit = static_cast<unsigned>(digit_value(c)), by = static_cast<unsigned>(base);
        n.valid = true;
        if (n.magnitude > (ULLONG_MAX - digit) / by) n.too_large = true;
        n.magnitude = n.magnitude * by + digit;
    }
    return n;
}

template <class T> T saturated(istream &i, T v) {
    i.setstate(ios_base::failbit);
    return v;
}

template <class T> T to_signed(istream &i, Number n, T least, T most) {
    auto bound = static_cast<unsigned long long>(most) + n.negative;
    if (!n.valid) return saturated<T>(i, 0);
    if (n.too_large || n.magnitude > bound) return saturated(i, n.negative ? least : most);
    return static_cast<T>(n.negative ? 0 - n.magnitude : n.magnitude);
}

template <class T> T to_unsigned(istream &i, Number n, T most) {
    if (!n.valid) return saturated<T>(i, 0);
    if (n.too_large || n.magnitude > most) return saturated(i, most);
    return static_cast<T>(n.negative ? 0 - n.magnitude : n.magnitude);
}

template <class T> istream &extract_signed(istream &i, T &v, T least, T most) {
    if (!ready(i)) return i;
    FILE *file = tw::outside(i);
    if (file && !follows(i, file, v)) return i;
    T value = file ? T() : to_signed(i, read_number(i), least, most);
    __tw_access(&v, sizeof v, 1);
    v = file ? static_cast<T>(__tw_input(8 * sizeof(T), 1)) : value;
    return i;
}

template <class T> istream &extract_unsigned(istream &i, T &v, T most) {
    if (!ready(i)) return i;
    FILE *file = tw::outside(i);
    if (file && !follows(i, file, v)) return i;
    T value = file ? T() : to_unsigned(i, read_number(i), most);
    __tw_access(&v, sizeof v, 1);
    v = file ? static_cast<T>(__tw_input(8 * sizeof(T), 0)) : value;
    return i;
}

/* Which bytes may follow in the text of a floating-point number. */
struct Float {
    bool point, exponent, sign_next = true;

    bool operator()(char c) {
        bool digit = c >= '0' && c <= '9', sign = c == '+' || c == '-', e = c == 'e' || c == 'E';
        bool fits = digit || (sign && sign_next) || (c == '.' && !point && !exponent) || (e && !exponent);
        point |= c == '.';
        exponent |= e;
        sign_next = e;
        return fits;
    }
};

template <class T> istream &extract_float(istream &i, T &v) {
    char text[64], c, *behind = text;
    size_t n = 0;
    Float next = {false, false};
    if (!ready(i)) return i;
    FILE *file = tw::outside(i);
    if (file) {
        if (!follows(i, file, v)) return i;
        T any = static_cast<T>(__tw_any_number());
        __tw_access(&v, sizeof v, 1);
        v = any;
        return i;
    }
    while (n < sizeof text - 1 && take(i, c, next)) text[n++] = c;
    text[n] = 0;
    T value = static_cast<T>(strtod(text, &behind));
    if (behind == text || *behind) value = saturated<T>(i, 0);
    __tw_access(&v, sizeof v, 1);
    v = value;
    return i;
}

/* "true" or "false". */
bool read_word(istream &i) {
    char c;
    const char *rest = "";
    if (take(i, c, [](char d) { return d == 't' || d == 'f'; })) rest = c == 't' ? "rue" : "alse";
    bool value = *rest == 'r', complete = *rest;
    for (; complete && *rest; rest++) complete = take(i, c, [=](char d) { return d == *rest; });
    return complete ? value : saturated(i, false);
}

} // namespace

namespace std {

template <> istream &istream::operator>>(short &v) { return extract_signed<short>(*this, v, SHRT_MIN, SHRT_MAX); }
template <> istream &istream::operator>>(int &v) { return extract_signed<int>(*this, v, INT_MIN, INT_MAX); }

template <> template <> istream &istream::_M_extract(long &v) {
    return extract_signed<long>(*this, v, LONG_MIN, LONG_MAX);
}

template <> template <> istream &istream::_M_extract(long long &v) {
    return extract_signed<long long>(*this, v, LLONG_MIN, LLONG_MAX);
}

template <> template <> istream &istream::_M_extract(unsigned short &v) {
    return extract_unsigned<unsigned short>(*this, v, USHRT_MAX);
}

template <> template <> istream &istream::_M_extract(unsigned &v) {
    return extract_unsigned<unsigned>(*this, v, UINT_MAX);
}

template <> template <> istream &istream::_M_extract(unsigned long &v) {
    return extract_unsigned<unsigned long>(*this, v, ULONG_MAX);
}

template <> template <> istream &istream::_M_extract(unsigned long long &v) {
    return extract_unsigned<unsigned long long>(*this, v, ULLONG_MAX);
}

template <> template <> istream &istream::_M_extract(bool &v) {
    if (!ready(*this)) return *this;
    bool value;
    FILE *file = tw::outside(*this);
    if (file && !follows(*this, file, v)) return *this;
    if (file) {
        value = __tw_input(1, 0);
    } else if (flags() & boolalpha) {
        value = read_word(*this);
    } else {
        Number n = read_number(*this);
        value = n.magnitude || n.too_large;
        if (!n.valid || n.too_large || n.magnitude > !n.negative) value = saturated(*this, n.valid);
    }
    __tw_access(&v, sizeof v, 1);
    v = value;
    return *this;
}

template <> template <> istream &istream::_M_extract(float &v) { return extract_float(*this, v); }
template <> template <> istream &istream::_M_extract(double &v) { return extract_float(*this, v); }
template <> template <> istream &istream::_M_extract(long double &v) { return extract_float(*this, v); }
template <> template <> istream &istream::_M_extract(void *&) { __tw_unsupported("reading an address"); }

template class basic_istream<char>;
template class basic_iostream<char>;
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);
template istream &operator>>(istream &, _Setfill<char>);
template istream &operator>>(istream &, _Setiosflags);
template istream &operator>>(istream &, _Resetiosflags);
template istream &operator>>(istream &, _Setbase);
template istream &operator>>(istream &, _Setprecision);
template istream &operator>>(istream &, _Setw);

} // namespace std
