// flags: -frtti
/* Output streams. What writes to a stream is a model: threads may use std::cout at the same time. The rest is code of
 * the headers.
 *
 * Numbers: all flags of ios_base, fill characters, widths. An address has no digits: on the console it is shown as
 * "(pointer)", elsewhere it is unsupported. */
#include "streams.h"
#include <cstdio>
#include <iomanip>
#include <string>

using std::ios_base;
using std::ostream;
using std::streamsize;

namespace {

/* Whether a stream may be written to; otherwise it fails. */
bool ready(ostream &o) {
    if (o.good() && o.tie()) o.tie()->flush();
    if (o.good()) return true;
    o.setstate(ios_base::failbit);
    return false;
}

/* All threads may write to the console; another buffer is an object of the program. */
void emit(ostream &o, const char *text, streamsize n) {
    if (!tw::is_console(o)) __tw_access(o.rdbuf(), sizeof(std::streambuf), 1);
    if (n && o.rdbuf()->sputn(text, n) != n) o.setstate(ios_base::badbit);
}

void fill(ostream &o, streamsize n) {
    char c = o.fill();
    while (n-- > 0) emit(o, &c, 1);
}

/* Writes a text of which `front` bytes (a sign, 0x) stay in front of internal padding. */
ostream &pad(ostream &o, const char *text, streamsize n, streamsize front) {
    if (!ready(o)) return o;
    streamsize missing = o.width() - n;
    auto side = o.flags() & ios_base::adjustfield;
    if (o.width()) o.width(0);
    if (missing <= 0) {
        emit(o, text, n);
    } else if (side == ios_base::left) {
        emit(o, text, n);
        fill(o, missing);
    } else if (side == ios_base::internal) {
        emit(o, text, front);
        fill(o, missing);
        emit(o, text + front, n - front);
    } else {
        fill(o, missing);
        emit(o, text, n);
    }
    return o;
}

/* The text of a number, filled from its end. */
struct Digits {
    char text[40];
    char *begin = text + sizeof text;

    void put(char c) { *--begin = c; }
    streamsize size() const { return text + sizeof text - begin; }
};

void put_digits(Digits &d, unsigned long long v, unsigned base, bool upper) {
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    do d.put(digits[v % base]);
    while (v /= base);
}

/* `v` is the value as it is shown: the magnitude in decimal, all bits otherwise. */
ostream &insert(ostream &o, unsigned long long v, char sign) {
    Digits d;
    auto flags = o.flags(), base = flags & ios_base::basefield;
    bool upper = flags & ios_base::uppercase, show = (flags & ios_base::showbase) && v;
    streamsize front = 0;
    put_digits(d, v, base == ios_base::hex ? 16 : base == ios_base::oct ? 8 : 10, upper);
    if (base == ios_base::hex && show) {
        d.put(upper ? 'X' : 'x');
        d.put('0');
        front = 2;
    } else if (base == ios_base::oct) {
        if (show) d.put('0');
    } else if (sign && base != ios_base::hex) {
        d.put(sign);
        front = 1;
    }
    return pad(o, d.begin, d.size(), front);
}

bool is_decimal(ostream &o) {
    auto base = o.flags() & ios_base::basefield;
    return base != ios_base::hex && base != ios_base::oct;
}

template <class Signed, class Unsigned> ostream &insert_signed(ostream &o, Signed v) {
    auto bits = static_cast<Unsigned>(v);
    if (v < 0 && is_decimal(o)) return insert(o, static_cast<Unsigned>(-bits), '-');
    return insert(o, bits, o.flags() & ios_base::showpos ? '+' : 0);
}

/* The conversion of printf that the flags ask for. `length`: L for long double. */
void conversion(ostream &o, char *format, const char *length) {
    auto flags = o.flags(), kind = flags & ios_base::floatfield;
    bool upper = flags & ios_base::uppercase, hex = kind == ios_base::floatfield;
    char c = kind == ios_base::fixed ? 'f' : kind == ios_base::scientific ? 'e' : hex ? 'a' : 'g';
    *format++ = '%';
    if (flags & ios_base::showpos) *format++ = '+';
    if (flags & ios_base::showpoint) *format++ = '#';
    if (!hex) *format++ = '.';
    if (!hex) *format++ = '*';
    while (*length) *format++ = *length++;
    *format++ = upper ? static_cast<char>(c - 'a' + 'A') : c;
    *format = 0;
}

template <class Float> ostream &insert_float(ostream &o, Float v, const char *length) {
    char format[10], text[400];
    conversion(o, format, length);
    bool hex = (o.flags() & ios_base::floatfield) == ios_base::floatfield;
    int precision = static_cast<int>(o.precision());
    int n = hex ? snprintf(text, sizeof text, format, v) : snprintf(text, sizeof text, format, precision, v);
    if (n >= static_cast<int>(sizeof text)) __tw_unsupported("a floating-point number with many digits");
    return pad(o, text, n, text[0] == '-' || text[0] == '+');
}

} // namespace

namespace std {

template <> template <> ostream &ostream::_M_insert(long v) { return insert_signed<long, unsigned long>(*this, v); }
template <> template <> ostream &ostream::_M_insert(unsigned long v) {
    const void *p = reinterpret_cast<const void *>(v);
    return __tw_is_pointer(p) ? _M_insert(p) : insert(*this, v, 0);
}
template <> template <> ostream &ostream::_M_insert(unsigned long long v) { return insert(*this, v, 0); }
template <> template <> ostream &ostream::_M_insert(double v) { return insert_float(*this, v, ""); }
template <> template <> ostream &ostream::_M_insert(long double v) { return insert_float(*this, v, "L"); }

template <> template <> ostream &ostream::_M_insert(long long v) {
    return insert_signed<long long, unsigned long long>(*this, v);
}

template <> template <> ostream &ostream::_M_insert(bool v) {
    if (!(flags() & boolalpha)) return insert(*this, v, flags() & showpos ? '+' : 0);
    return v ? pad(*this, "true", 4, 0) : pad(*this, "false", 5, 0);
}

template <> template <> ostream &ostream::_M_insert(const void *p) {
    if (!p) return pad(*this, "0", 1, 0);
    if (!tw::is_console(*this)) __tw_unsupported("an address as text");
    return pad(*this, "(pointer)", 9, 0);
}

template <> ostream &__ostream_insert(ostream &o, const char *text, streamsize n) {
    __tw_access(text, static_cast<size_t>(n), 0);
    return pad(o, text, n, 0);
}

template <> ostream &ostream::put(char c) {
    if (ready(*this)) emit(*this, &c, 1);
    return *this;
}

template <> ostream &ostream::write(const char *text, streamsize n) {
    __tw_access(text, static_cast<size_t>(n), 0);
    if (ready(*this)) emit(*this, text, n);
    return *this;
}

template <> ostream &ostream::flush() {
    if (rdbuf() && good() && rdbuf()->pubsync() == -1) setstate(badbit);
    return *this;
}

template class basic_ostream<char>;
template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template ostream &operator<<(ostream &, const string &);
template ostream &operator<<(ostream &, _Setfill<char>);
template ostream &operator<<(ostream &, _Setiosflags);
template ostream &operator<<(ostream &, _Resetiosflags);
template ostream &operator<<(ostream &, _Setbase);
template ostream &operator<<(ostream &, _Setprecision);
template ostream &operator<<(ostream &, _Setw);

} // namespace std
