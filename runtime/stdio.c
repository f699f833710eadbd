/* Streams (stdio.h): formatting, output, input. One call of the program is one __tw_print.
 *
 * Addresses print as a fixed text. long double is formatted with the precision of double. A file may be missing; what
 * is written to one is forgotten. A byte that is read is any byte, lines and blocks are samples (files.c), and a file
 * may end anywhere. Reading and writing fail otherwise only under --strict-standard. Each call has the stream for
 * itself. A call may be a cancellation point (POSIX 2.9.5.2, second list). scanf: scanf.c. Reading back what was
 * written, reading again, numbered arguments (%1$d), wide characters, popen, fdopen and streams in memory are
 * unsupported. */
#include "internal.h"
#include "files.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What FILE stands for. */
struct stream {
    int fd;
    short pushed;                     /* by ungetc, or -1 */
    unsigned char readable, writable, prints, closed;
    unsigned char end, error;         /* end: AT_END, or PERHAPS until somebody asks */
    unsigned char consumed, wrote;    /* something was read; something was written */
    unsigned char again;              /* what is read next was read or written before */
};

enum { AT_END = 1, PERHAPS };

static struct stream standard[3] = {
    {.fd = 0, .pushed = -1, .readable = 1},
    {.fd = 1, .pushed = -1, .writable = 1, .prints = 1},
    {.fd = 2, .pushed = -1, .writable = 1, .prints = 1},
};
/* Whether one of them was closed or opened again: until then output does not look at them. */
static int moved;
FILE *stdin = (FILE *)&standard[0];
FILE *stdout = (FILE *)&standard[1];
FILE *stderr = (FILE *)&standard[2];

/* ---- text that grows ---- */

/* A range that was read. */
struct range {
    const char *at;
    size_t length;
    struct range *next;
};

struct text {
    char *at;
    size_t length, room;
    char first[128];
    struct range *read; /* strings that went into the text, the latest one first; `keep`: they are kept */
    int keep;
};

static void begin(struct text *t) {
    t->at = t->first;
    t->length = 0;
    t->room = sizeof t->first;
    t->read = 0;
    t->keep = 0;
}

static void put(struct text *t, char c) {
    if (t->length == t->room) {
        char *more = __tw_alloc(2 * t->room, TW_LIBRARY);
        __builtin_memcpy(more, t->at, t->length);
        if (t->at != t->first) __tw_free(t->at);
        t->at = more;
        t->room *= 2;
    }
    t->at[t->length++] = c;
}

static void put_bytes(struct text *t, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) put(t, s[i]);
}

static size_t length(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

static void end(struct text *t) {
    if (t->at != t->first) __tw_free(t->at);
}

static void keep(struct text *t, const char *at, size_t length) {
    if (!t->keep) return;
    struct range *r = __tw_alloc(sizeof *r, TW_LIBRARY);
    r->at = at;
    r->length = length;
    r->next = t->read;
    t->read = r;
}

/* C17 7.21.6: what is written must not overlap with what was read. Forgets the ranges. */
static void check_apart(struct text *t, const char *to, size_t written) {
    for (struct range *r = t->read, *next; r; r = next) {
        if (__tw_overlap(to, written, r->at, r->length))
            __tw_undefined(TW_MEMORY, "printf to a string that it reads");
        next = r->next;
        __tw_free(r);
    }
    t->read = 0;
}

/* ---- formatting ---- */

struct arguments {
    va_list list;
};

/* A conversion: %[flags][width][.precision][size]kind */
struct spec {
    int left, plus, space, alternate, zero;
    int width, precision; /* precision -1: none */
    char size;            /* 'H' hh, 'h', 'l', 'q' ll, 'z', 'j', 't', 'L', 0 none */
    char kind;
};

static void pad(struct text *t, char c, int n) {
    while (n-- > 0) put(t, c);
}

/* prefix (sign, 0x), zeros, body, with blanks around them. */
static void put_padded(struct text *t, const struct spec *s, const char *prefix, int zeros, const char *body, int n) {
    int before = (int)length(prefix), blanks = s->width - before - zeros - n;
    if (s->zero && !s->left && blanks > 0) zeros += blanks, blanks = 0;
    if (!s->left) pad(t, ' ', blanks);
    put_bytes(t, prefix, (size_t)before);
    pad(t, '0', zeros);
    put_bytes(t, body, (size_t)n);
    if (s->left) pad(t, ' ', blanks);
}

static const char *sign_of(const struct spec *s, int negative) {
    return negative ? "-" : s->plus ? "+" : s->space ? " " : "";
}

/* Digits of a number, at the end of a buffer of 72 bytes; the first one. */
static char *digits_of(unsigned long long n, unsigned base, const char *digits, char *end_of_buffer) {
    char *p = end_of_buffer;
    for (; n; n /= base) *--p = digits[n % base];
    return p;
}

static void put_integer(struct text *t, struct spec *s, unsigned long long n, const char *prefix, unsigned base) {
    static const char small[] = "0123456789abcdef", large[] = "0123456789ABCDEF";
    /* An address as a number, such as a pthread_t: which one nobody knows, and output is not looked at. */
    if (!t->keep && __tw_is_pointer((const void *)(uintptr_t)n)) {
        s->zero = 0;
        put_padded(t, s, "", 0, "...", 3);
        return;
    }
    char buffer[72];
    char *p = digits_of(n, base, s->kind == 'X' ? large : small, buffer + sizeof buffer);
    int count = (int)(buffer + sizeof buffer - p);
    int least = s->precision < 0 ? 1 : s->precision;
    if (s->precision >= 0) s->zero = 0;
    if (base == 8 && s->alternate && least <= count) least = count + 1;
    put_padded(t, s, prefix, least > count ? least - count : 0, p, count);
}

static long long signed_argument(struct arguments *a, char size) {
    switch (size) {
    case 'H': return (signed char)va_arg(a->list, int);
    case 'h': return (short)va_arg(a->list, int);
    case 'l': return va_arg(a->list, long);
    case 'q': case 'L': return va_arg(a->list, long long);
    case 'z': return va_arg(a->list, ssize_t);
    case 'j': return va_arg(a->list, intmax_t);
    case 't': return va_arg(a->list, ptrdiff_t);
    default: return va_arg(a->list, int);
    }
}

static unsigned long long unsigned_argument(struct arguments *a, char size) {
    switch (size) {
    case 'H': return (unsigned char)va_arg(a->list, unsigned);
    case 'h': return (unsigned short)va_arg(a->list, unsigned);
    case 'l': return va_arg(a->list, unsigned long);
    case 'q': case 'L': return va_arg(a->list, unsigned long long);
    case 'z': return va_arg(a->list, size_t);
    case 'j': return va_arg(a->list, uintmax_t);
    case 't': return (size_t)va_arg(a->list, ptrdiff_t);
    default: return va_arg(a->list, unsigned);
    }
}

static void put_string(struct text *t, struct spec *s, const char *p) {
    size_t n;
    s->zero = 0;
    if (!p) {
        p = s->precision < 0 || s->precision >= 6 ? "(null)" : "";
        n = length(p);
    } else {
        n = s->precision < 0 ? strlen(p) : strnlen(p, (size_t)s->precision);
        keep(t, p, s->precision < 0 || n < (size_t)s->precision ? n + 1 : n);
    }
    put_padded(t, s, "", 0, p, (int)n);
}

static void put_pointer(struct text *t, struct spec *s, const void *p) {
    s->precision = -1;
    if (!p) {
        s->zero = 0;
        put_padded(t, s, "", 0, "(nil)", 5);
    } else if (__tw_is_pointer(p)) {
        s->zero = 0;
        put_padded(t, s, "", 0, "0x...ptr", 8);
    } else {
        put_integer(t, s, (uintptr_t)p, "0x", 16);
    }
}

/* ---- floating point: exact decimal digits ---- */

enum { BILLION = 1000000000, UNITS = 40, WORDS = UNITS + 124, DIGITS = 9 * WORDS };

/* 0.digits * 10^point */
struct decimal {
    int count, point;
    char digits[DIGITS];
};

/* m * 2^e: words of 9 digits, most significant first; the word of the units is UNITS - 1. */
static void expand(struct decimal *d, uint64_t m, int e) {
    uint32_t w[WORDS];
    int first = UNITS - 2, last = UNITS;
    w[UNITS - 2] = (uint32_t)(m / BILLION);
    w[UNITS - 1] = (uint32_t)(m % BILLION);
    while (e > 0) {
        int shift = e < 29 ? e : 29;
        uint64_t carry = 0;
        for (int i = last - 1; i >= first; i--) {
            uint64_t x = ((uint64_t)w[i] << shift) + carry;
            w[i] = (uint32_t)(x % BILLION);
            carry = x / BILLION;
        }
        if (carry) w[--first] = (uint32_t)carry;
        e -= shift;
    }
    while (e < 0) {
        int shift = -e < 9 ? -e : 9;
        uint32_t carry = 0;
        for (int i = first; i < last; i++) {
            uint32_t rest = w[i] & ((1u << shift) - 1);
            w[i] = (w[i] >> shift) + carry;
            carry = (uint32_t)(BILLION >> shift) * rest;
        }
        if (carry) w[last++] = carry;
        while (first < last && !w[first]) first++;
        e += shift;
    }
    while (first < last && !w[first]) first++;
    d->count = 0;
    d->point = (UNITS - first) * 9;
    for (int i = first; i < last; i++) {
        uint32_t unit = BILLION / 10;
        for (int j = 0; j < 9; j++, unit /= 10) {
            char digit = (char)('0' + w[i] / unit % 10);
            if (d->count || digit != '0')
                d->digits[d->count++] = digit;
            else
                d->point--;
        }
    }
    while (d->count && d->digits[d->count - 1] == '0') d->count--;
    if (!d->count) d->point = 1;
}

/* Rounds to `keep` digits, ties to even. */
static void round_to(struct decimal *d, int keep) {
    if (keep >= d->count) return;
    if (keep < 0) {
        d->count = 0;
        d->point = 1;
        return;
    }
    char next = d->digits[keep];
    int odd = keep > 0 && (d->digits[keep - 1] - '0') % 2;
    int up = next > '5' || (next == '5' && (keep + 1 < d->count || odd));
    d->count = keep;
    if (up) {
        while (d->count && d->digits[d->count - 1] == '9') d->count--;
        if (d->count) {
            d->digits[d->count - 1]++;
        } else {
            d->digits[d->count++] = '1';
            d->point++;
        }
    }
    while (d->count && d->digits[d->count - 1] == '0') d->count--;
    if (!d->count) d->point = 1;
}

static char digit_at(const struct decimal *d, int i) { return i >= 0 && i < d->count ? d->digits[i] : '0'; }

static void put_fixed(struct text *body, const struct decimal *d, int precision, int alternate) {
    for (int i = d->point < 1 ? d->point - 1 : 0; i < d->point; i++) put(body, digit_at(d, i));
    if (precision || alternate) put(body, '.');
    for (int i = 0; i < precision; i++) put(body, digit_at(d, d->point + i));
}

static void put_exponent(struct text *body, char letter, int e, int least) {
    char buffer[12], *p = buffer + sizeof buffer;
    put(body, letter);
    put(body, e < 0 ? '-' : '+');
    p = digits_of((unsigned)(e < 0 ? -e : e), 10, "0123456789", p);
    int n = (int)(buffer + sizeof buffer - p);
    pad(body, '0', least - n);
    put_bytes(body, p, (size_t)n);
}

static void put_scientific(struct text *body, const struct decimal *d, int precision, int alternate, char letter) {
    put(body, digit_at(d, 0));
    if (precision || alternate) put(body, '.');
    for (int i = 1; i <= precision; i++) put(body, digit_at(d, i));
    put_exponent(body, letter, d->count ? d->point - 1 : 0, 2);
}

static void put_general(struct text *body, struct decimal *d, int precision, int alternate, char letter) {
    if (!precision) precision = 1;
    round_to(d, precision);
    int exponent = d->count ? d->point - 1 : 0;
    int scientific = exponent < -4 || exponent >= precision;
    int places = scientific ? precision - 1 : precision - 1 - exponent;
    if (!alternate) {
        int needed = scientific ? d->count - 1 : d->count - d->point;
        if (places > needed) places = needed < 0 ? 0 : needed;
    }
    if (scientific)
        put_scientific(body, d, places, alternate, letter);
    else
        put_fixed(body, d, places, alternate);
}

/* Hexadecimal: m * 2^e, m < 2^53. */
static void put_hexadecimal(struct text *body, uint64_t m, int e, int precision, int alternate, int large) {
    const char *digits = large ? "0123456789ABCDEF" : "0123456789abcdef";
    if (m) {
        if (m >> 52)
            e += 52;
        else
            e = -1022; /* subnormal: 0x0.… */
    }
    if (precision >= 0 && precision < 13) {
        int drop = 4 * (13 - precision);
        uint64_t rest = m & ((1ull << drop) - 1), half = 1ull << (drop - 1);
        m >>= drop;
        if (rest > half || (rest == half && (m & 1))) m++;
        m <<= drop;
    }
    put(body, digits[m >> 52]);
    m &= (1ull << 52) - 1;
    int places = precision;
    if (places < 0)
        for (places = 0; m << (12 + 4 * places) && places < 13; places++) {}
    if (places || alternate) put(body, '.');
    for (int i = 0; i < places; i++) put(body, i < 13 ? digits[m >> (48 - 4 * i) & 15] : '0');
    put_exponent(body, large ? 'P' : 'p', e, 1);
}

static void put_double(struct text *t, struct spec *s, double value) {
    union {
        double value;
        uint64_t bits;
    } u = {value};
    int large = s->kind < 'a', negative = (int)(u.bits >> 63), e = (int)(u.bits >> 52 & 2047);
    uint64_t m = u.bits & ((1ull << 52) - 1);
    const char *sign = sign_of(s, negative);
    char kind = large ? (char)(s->kind + 32) : s->kind, prefix[4] = {0};
    if (e == 2047) {
        s->zero = 0;
        put_padded(t, s, sign, 0, m ? (large ? "NAN" : "nan") : large ? "INF" : "inf", 3);
        return;
    }
    if (e) m |= 1ull << 52;
    e = (e ? e : 1) - 1075;
    struct text body;
    begin(&body);
    int precision = s->precision < 0 ? 6 : s->precision, n = 0;
    while (*sign) prefix[n++] = *sign++;
    if (kind == 'a') {
        prefix[n++] = '0';
        prefix[n++] = large ? 'X' : 'x';
        put_hexadecimal(&body, m, m ? e : 0, s->precision, s->alternate, large);
    } else {
        struct decimal d;
        expand(&d, m, e);
        if (kind == 'f') {
            round_to(&d, d.point + precision);
            put_fixed(&body, &d, precision, s->alternate);
        } else if (kind == 'e') {
            round_to(&d, precision + 1);
            put_scientific(&body, &d, precision, s->alternate, large ? 'E' : 'e');
        } else {
            put_general(&body, &d, precision, s->alternate, large ? 'E' : 'e');
        }
    }
    put_padded(t, s, prefix, 0, body.at, (int)body.length);
    end(&body);
}

/* ---- the format ---- */

static const char *parse_number(const char *f, int *n) {
    for (*n = 0; *f >= '0' && *f <= '9'; f++) *n = *n * 10 + (*f - '0');
    return f;
}

static const char *parse_spec(const char *f, struct spec *s, struct arguments *a) {
    __builtin_memset(s, 0, sizeof *s);
    s->precision = -1;
    for (;; f++) {
        if (*f == '-') s->left = 1;
        else if (*f == '+') s->plus = 1;
        else if (*f == ' ') s->space = 1;
        else if (*f == '#') s->alternate = 1;
        else if (*f == '0') s->zero = 1;
        else if (*f != '\'') break;
    }
    if (*f == '*') {
        s->width = va_arg(a->list, int);
        if (s->width < 0) s->left = 1, s->width = -s->width;
        f++;
    } else {
        f = parse_number(f, &s->width);
    }
    if (*f == '$') __tw_unsupported("printf: numbered arguments");
    if (*f == '.') {
        f++;
        if (*f == '*') {
            s->precision = va_arg(a->list, int);
            if (s->precision < 0) s->precision = -1;
            f++;
        } else {
            f = parse_number(f, &s->precision);
        }
    }
    switch (*f) {
    case 'h':
        s->size = *f++;
        if (*f == 'h') s->size = 'H', f++;
        break;
    case 'l':
        s->size = *f++;
        if (*f == 'l') s->size = 'q', f++;
        break;
    case 'z': case 'j': case 't': case 'L': case 'q':
        s->size = *f++;
        break;
    }
    s->kind = *f;
    return f + 1;
}

static void store_count(struct arguments *a, char size, size_t n) {
    void *p = va_arg(a->list, void *);
    size_t bytes = size == 'H' ? 1 : size == 'h' ? 2 : size == 'l' || size == 'z' || size == 't' ? sizeof(long)
                 : size == 'q' || size == 'j' ? 8 : 4;
    __tw_access(p, bytes, 1);
    switch (bytes) {
    case 1: *(signed char *)p = (signed char)n; break;
    case 2: *(short *)p = (short)n; break;
    case 4: *(int *)p = (int)n; break;
    default: *(long long *)p = (long long)n; break;
    }
}

static void convert(struct text *t, struct spec *s, struct arguments *a) {
    long long n;
    unsigned long long u;
    char c;
    switch (s->kind) {
    case 'd': case 'i':
        n = signed_argument(a, s->size);
        if (__tw_is_pointer((const void *)(intptr_t)n)) {
            put_integer(t, s, (unsigned long long)n, "", 10);
            break;
        }
        put_integer(t, s, n < 0 ? 0ull - (unsigned long long)n : (unsigned long long)n, sign_of(s, n < 0), 10);
        break;
    case 'u':
        put_integer(t, s, unsigned_argument(a, s->size), "", 10);
        break;
    case 'o':
        put_integer(t, s, unsigned_argument(a, s->size), "", 8);
        break;
    case 'x': case 'X':
        u = unsigned_argument(a, s->size);
        put_integer(t, s, u, !s->alternate || !u ? "" : s->kind == 'X' ? "0X" : "0x", 16);
        break;
    case 'c':
        if (s->size == 'l') __tw_unsupported("printf: wide characters");
        c = (char)va_arg(a->list, int);
        s->zero = 0;
        put_padded(t, s, "", 0, &c, 1);
        break;
    case 's':
        if (s->size == 'l') __tw_unsupported("printf: wide characters");
        put_string(t, s, va_arg(a->list, const char *));
        break;
    case 'p':
        put_pointer(t, s, va_arg(a->list, const void *));
        break;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        put_double(t, s, s->size == 'L' ? (double)va_arg(a->list, long double) : va_arg(a->list, double));
        break;
    case 'n':
        store_count(a, s->size, t->length);
        break;
    case 'm':
        put_string(t, s, __tw_error_message(errno));
        break;
    case '%':
        put(t, '%');
        break;
    default:
        __tw_unsupported("printf: unknown conversion");
    }
}

static void format(struct text *t, const char *f, va_list list) {
    struct arguments a;
    struct spec s;
    va_copy(a.list, list);
    while (*f) {
        if (*f != '%') {
            put(t, *f++);
            continue;
        }
        f = parse_spec(f + 1, &s, &a);
        convert(t, &s, &a);
    }
    va_end(a.list);
}

/* ---- output ---- */

static struct stream *stream_of(FILE *file) {
    struct stream *s = (struct stream *)file;
    int known = __tw_is_pointer(file);
    if (!known) __tw_undefined(TW_MEMORY, "a null or invalid pointer is used as a stream");
    if (known == 2 || s->closed) __tw_undefined(TW_MEMORY, "a stream is used after it was closed");
    return s;
}

/* Before a function that does not lock its stream: two threads in such functions race. (With those that lock it they would, too:
 * that is not seen.) */
static void unlocked(FILE *file, int write) { __tw_access(stream_of(file), 1, write); }

static int is_console(FILE *file) {
    return (file == stdout || file == stderr) && (!moved || stream_of(file)->prints);
}

/* Writes to a stream. 0: it fails. */
static int output(FILE *file, const char *text, size_t bytes) {
    struct stream *s;
    if (is_console(file)) {
        __tw_print(text, bytes);
        return 1;
    }
    s = stream_of(file);
    if (!s->writable || (__tw_strict_standard && __tw_choose(2))) {
        errno = s->writable ? ENOSPC : EBADF;
        s->error = 1;
        return 0;
    }
    if (s->readable) s->wrote = 1;
    return 1;
}

/* Ends the text. */
static int print(FILE *file, struct text *t) {
    int n = output(file, t->at, t->length) ? (int)t->length : -1;
    end(t);
    return n;
}

int vfprintf(FILE *file, const char *f, va_list list) {
    __tw_stream_cancel_point();
    struct text t;
    begin(&t);
    format(&t, f, list);
    return print(file, &t);
}

int vdprintf(int fd, const char *f, va_list list) {
    __tw_stream_cancel_point();
    struct text t;
    begin(&t);
    format(&t, f, list);
    ssize_t n = __tw_write(fd, t.at, t.length);
    end(&t);
    return (int)n;
}

int vprintf(const char *f, va_list list) { return vfprintf(stdout, f, list); }

/* At most `room` bytes with the end mark go to `to`. */
static int to_string(char *to, size_t room, const char *f, va_list list) {
    struct text t;
    begin(&t);
    t.keep = room != 0;
    keep(&t, f, length(f) + 1);
    format(&t, f, list);
    int n = (int)t.length;
    if (room) {
        size_t count = t.length < room ? t.length : room - 1;
        __tw_access(to, count + 1, 1);
        check_apart(&t, to, count + 1);
        __builtin_memcpy(to, t.at, count);
        to[count] = 0;
    }
    end(&t);
    return n;
}

int vsnprintf(char *to, size_t room, const char *f, va_list list) { return to_string(to, room, f, list); }
int vsprintf(char *to, const char *f, va_list list) { return to_string(to, SIZE_MAX, f, list); }

int vasprintf(char **to, const char *f, va_list list) {
    struct text t;
    begin(&t);
    format(&t, f, list);
    int n = (int)t.length;
    char *s = malloc(t.length + 1);
    if (s) {
        __builtin_memcpy(s, t.at, t.length);
        s[t.length] = 0;
    } else {
        n = -1;
    }
    end(&t);
    __tw_access(to, sizeof *to, 1);
    *to = s;
    return n;
}

#define VARIADIC(last, call)   \
    {                          \
        va_list list;          \
        va_start(list, last);  \
        int n = call;          \
        va_end(list);          \
        return n;              \
    }

int printf(const char *f, ...) VARIADIC(f, vfprintf(stdout, f, list))
int fprintf(FILE *file, const char *f, ...) VARIADIC(f, vfprintf(file, f, list))
int dprintf(int fd, const char *f, ...) VARIADIC(f, vdprintf(fd, f, list))
int sprintf(char *to, const char *f, ...) VARIADIC(f, vsprintf(to, f, list))
int snprintf(char *to, size_t room, const char *f, ...) VARIADIC(f, vsnprintf(to, room, f, list))
int asprintf(char **to, const char *f, ...) VARIADIC(f, vasprintf(to, f, list))

#pragma clang diagnostic ignored "-Wunused-parameter"

/* Forms of programs compiled with _FORTIFY_SOURCE. */
int __printf_chk(int flag, const char *f, ...) VARIADIC(f, vfprintf(stdout, f, list))
int __fprintf_chk(FILE *file, int flag, const char *f, ...) VARIADIC(f, vfprintf(file, f, list))
int __dprintf_chk(int fd, int flag, const char *f, ...) VARIADIC(f, vdprintf(fd, f, list))
int __asprintf_chk(char **to, int flag, const char *f, ...) VARIADIC(f, vasprintf(to, f, list))
int __vprintf_chk(int flag, const char *f, va_list list) { return vfprintf(stdout, f, list); }
int __vfprintf_chk(FILE *file, int flag, const char *f, va_list list) { return vfprintf(file, f, list); }
int __vdprintf_chk(int fd, int flag, const char *f, va_list list) { return vdprintf(fd, f, list); }
int __vasprintf_chk(char **to, int flag, const char *f, va_list list) { return vasprintf(to, f, list); }

__attribute__((noreturn)) void __chk_fail(void);

int __vsnprintf_chk(char *to, size_t room, int flag, size_t size, const char *f, va_list list) {
    if (room > size) __chk_fail();
    return vsnprintf(to, room, f, list);
}

int __vsprintf_chk(char *to, int flag, size_t size, const char *f, va_list list) {
    int n = to_string(0, 0, f, list);
    if ((size_t)n >= size) __chk_fail();
    return vsprintf(to, f, list);
}

int __sprintf_chk(char *to, int flag, size_t size, const char *f, ...)
    VARIADIC(f, __vsprintf_chk(to, flag, size, f, list))
int __snprintf_chk(char *to, size_t room, int flag, size_t size, const char *f, ...)
    VARIADIC(f, __vsnprintf_chk(to, room, flag, size, f, list))

/* ---- characters and strings ---- */

#undef putc
#undef putchar
#undef getc
#undef getchar

int fputs(const char *s, FILE *file) {
    __tw_stream_cancel_point();
    size_t n = strlen(s);
    return output(file, s, n) ? 1 : EOF;
}

int puts(const char *s) {
    __tw_stream_cancel_point();
    struct text t;
    begin(&t);
    put_bytes(&t, s, strlen(s));
    put(&t, '\n');
    return print(stdout, &t) < 0 ? EOF : 1;
}

int fputc(int c, FILE *file) {
    __tw_stream_cancel_point();
    char byte = (char)c;
    return output(file, &byte, 1) ? (unsigned char)c : EOF;
}

int putc(int c, FILE *file) { return fputc(c, file); }
int _IO_putc(int c, FILE *file) { return fputc(c, file); }
int putchar(int c) { return fputc(c, stdout); }
int putc_unlocked(int c, FILE *file) {
    unlocked(file, 1);
    return fputc(c, file);
}
int fputc_unlocked(int c, FILE *file) {
    unlocked(file, 1);
    return fputc(c, file);
}
int putchar_unlocked(int c) {
    unlocked(stdout, 1);
    return fputc(c, stdout);
}
int fputs_unlocked(const char *s, FILE *file) {
    unlocked(file, 1);
    return fputs(s, file);
}

size_t fwrite(const void *p, size_t size, size_t count, FILE *file) {
    __tw_stream_cancel_point();
    __tw_access(p, size * count, 0);
    return output(file, p, size * count) && size ? count : 0;
}

size_t fwrite_unlocked(const void *p, size_t size, size_t count, FILE *file) {
    unlocked(file, 1);
    return fwrite(p, size, count, file);
}

void perror(const char *s) {
    __tw_stream_cancel_point();
    struct text t;
    const char *message = __tw_error_message(errno);
    begin(&t);
    if (s && *s) {
        put_bytes(&t, s, strlen(s));
        put_bytes(&t, ": ", 2);
    }
    put_bytes(&t, message, length(message));
    put(&t, '\n');
    print(stderr, &t);
}

/* ---- the streams ---- */

/* An error under --strict-standard. */
static int may_fail(struct stream *s) {
    if (!__tw_strict_standard || s->prints || !__tw_choose(2)) return 0;
    errno = EIO;
    s->error = 1;
    return EOF;
}

int fflush(FILE *file) {
    __tw_stream_cancel_point();
    return !file || is_console(file) ? 0 : may_fail(stream_of(file));
}
int fflush_unlocked(FILE *file) {
    if (file) unlocked(file, 1);
    return fflush(file);
}

int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
    if (!is_console(file)) stream_of(file);
    return 0;
}

void setbuf(FILE *file, char *buffer) { setvbuf(file, 0, _IOLBF, 0); }
void setbuffer(FILE *file, char *buffer, size_t size) { setvbuf(file, 0, _IOLBF, 0); }
void setlinebuf(FILE *file) { setvbuf(file, 0, _IOLBF, 0); }
void flockfile(FILE *file) { __tw_unsupported("flockfile"); }
void funlockfile(FILE *file) { __tw_unsupported("funlockfile"); }
int ferror(FILE *file) { return stream_of(file)->error; }

/* The end is seen when something is read behind it; a number may or may not stand right before it. */
int feof(FILE *file) {
    struct stream *s = stream_of(file);
    if (s->end == PERHAPS) s->end = (unsigned char)__tw_choose(2);
    return s->end;
}

void clearerr(FILE *file) {
    struct stream *s = stream_of(file);
    s->end = s->error = 0;
}

int ferror_unlocked(FILE *file) {
    unlocked(file, 0);
    return ferror(file);
}
int feof_unlocked(FILE *file) {
    unlocked(file, 0);
    return feof(file);
}
void clearerr_unlocked(FILE *file) {
    unlocked(file, 1);
    clearerr(file);
}
int fileno(FILE *file) { return stream_of(file)->fd; }
int fileno_unlocked(FILE *file) { return fileno(file); }

/* ---- opening and closing ---- */

static FILE *no_file(int error) {
    errno = error;
    return 0;
}

/* 0: there is no such mode. */
static int set_mode(struct stream *s, const char *mode) {
    int update = 0, kind = *mode;
    if (kind != 'r' && kind != 'w' && kind != 'a') return 0;
    while (*++mode) update |= *mode == '+';
    __builtin_memset(s, 0, sizeof *s);
    s->pushed = -1;
    s->readable = kind == 'r' || update;
    s->writable = kind != 'r' || update;
    return 1;
}

static void open_stream(struct stream *s, const char *name) {
    if (s->readable && __tw_is_file_written(name)) s->again = 1;
    if (s->writable) __tw_file_written(name);
    s->fd = __tw_open_descriptor(!s->writable ? TW_INPUT_FILE : s->readable ? TW_UPDATE_FILE : TW_OUTPUT_FILE);
}

static FILE *allocated(const struct stream *from) {
    struct stream *s = __tw_alloc(sizeof *s, TW_LIBRARY);
    *s = *from;
    return (FILE *)s;
}

FILE *fopen(const char *name, const char *mode) {
    __tw_stream_cancel_point();
    struct stream s;
    tw_read_string(name);
    tw_read_string(mode);
    if (!set_mode(&s, mode)) return no_file(EINVAL);
    if (__tw_choose(2)) return no_file(ENOENT);
    open_stream(&s, name);
    return allocated(&s);
}

FILE *fopen64(const char *name, const char *mode) { return fopen(name, mode); }

FILE *tmpfile(void) {
    __tw_stream_cancel_point();
    struct stream s;
    set_mode(&s, "w+");
    if (__tw_choose(2)) return no_file(EMFILE);
    s.fd = __tw_open_descriptor(TW_UPDATE_FILE);
    s.again = 1;
    return allocated(&s);
}

FILE *tmpfile64(void) { return tmpfile(); }

static int is_standard(const struct stream *s) {
    return s == &standard[0] || s == &standard[1] || s == &standard[2];
}

static void close_stream(struct stream *s) {
    __tw_close_descriptor(s->fd);
    s->closed = 1;
    if (is_standard(s)) moved = 1;
    else __tw_free(s);
}

int fclose(FILE *file) {
    __tw_stream_cancel_point();
    struct stream *s = stream_of(file);
    int result = may_fail(s);
    close_stream(s);
    return result;
}

FILE *freopen(const char *name, const char *mode, FILE *file) {
    __tw_stream_cancel_point();
    struct stream new;
    if (!name) __tw_unsupported("freopen: another mode of the same file");
    tw_read_string(name);
    tw_read_string(mode);
    struct stream *s = stream_of(file);
    if (!set_mode(&new, mode)) return no_file(EINVAL);
    if (__tw_choose(2)) {
        close_stream(s);
        return no_file(ENOENT);
    }
    __tw_close_descriptor(s->fd);
    open_stream(&new, name);
    *s = new;
    if (is_standard(s)) moved = 1;
    return file;
}

FILE *freopen64(const char *name, const char *mode, FILE *file) { return freopen(name, mode, file); }

/* ---- positions ---- */

static void move(struct stream *s) {
    if (s->consumed || s->wrote) s->again = 1;
    s->end = 0;
    s->pushed = -1;
}

int fseek(FILE *file, long offset, int from) {
    __tw_stream_cancel_point();
    struct stream *s = stream_of(file);
    if (may_fail(s)) return -1;
    move(s);
    return 0;
}

int fseeko(FILE *file, off_t offset, int from) { return fseek(file, (long)offset, from); }

void rewind(FILE *file) {
    __tw_stream_cancel_point();
    struct stream *s = stream_of(file);
    move(s);
    s->error = 0;
}

/* Samples: the lengths of files. */
long ftell(FILE *file) {
    __tw_stream_cancel_point();
    static const long samples[] = {0, 1, 16, 1000};
    return may_fail(stream_of(file)) ? -1L : samples[__tw_input(2, 2) & 3];
}

off_t ftello(FILE *file) { return ftell(file); }

/* Whether there is such a file is not known. */
static int may_be_missing(const char *name) {
    tw_read_string(name);
    if (!__tw_choose(2)) return 0;
    errno = ENOENT;
    return -1;
}

int remove(const char *name) {
    __tw_stream_cancel_point();
    return may_be_missing(name);
}

int rename(const char *from, const char *to) {
    __tw_stream_cancel_point();
    tw_read_string(to);
    if (may_be_missing(from)) return -1;
    __tw_file_written(to);
    return 0;
}

/* ---- input ---- */

/* Whether the stream has something to read, which its caller then takes. */
static int input(struct stream *s) {
    if (!s->readable || (__tw_strict_standard && __tw_choose(2))) {
        errno = s->readable ? EIO : EBADF;
        s->error = 1;
        return 0;
    }
    if (s->pushed >= 0) return 1;
    if (s->end != AT_END && (s->again || s->wrote)) __tw_unsupported("reading what was written or read before");
    if (s->end == AT_END || __tw_choose(2)) {
        s->end = AT_END;
        return 0;
    }
    s->end = 0;
    s->consumed = 1;
    return 1;
}

/* The byte that ungetc has put back, or -1. */
static int take_pushed(struct stream *s) {
    int c = s->pushed;
    s->pushed = -1;
    return c;
}

int fgetc(FILE *file) {
    __tw_stream_cancel_point();
    struct stream *s = stream_of(file);
    if (!input(s)) return EOF;
    int c = take_pushed(s);
    return c >= 0 ? c : (int)__tw_input(8, 0);
}

int getc(FILE *file) { return fgetc(file); }
int _IO_getc(FILE *file) { return fgetc(file); }
int getchar(void) { return fgetc(stdin); }
int getchar_unlocked(void) {
    unlocked(stdin, 1);
    return fgetc(stdin);
}
int getc_unlocked(FILE *file) {
    unlocked(file, 1);
    return fgetc(file);
}
int fgetc_unlocked(FILE *file) {
    unlocked(file, 1);
    return fgetc(file);
}

int ungetc(int c, FILE *file) {
    __tw_stream_cancel_point();
    struct stream *s = stream_of(file);
    if (c == EOF) return EOF;
    if (s->pushed >= 0) __tw_unsupported("ungetc twice");
    s->pushed = (unsigned char)c;
    s->end = 0;
    return (unsigned char)c;
}

/* A line with its end, or the first part of one: some bytes, then the letter a up to its length. */
struct taken {
    size_t length, text;
    char bytes[24];
};

static void take_line(struct stream *s, struct taken *t, size_t room) {
    struct tw_line line;
    int first = take_pushed(s);
    __builtin_memset(t, 0, sizeof *t);
    if (first >= 0) t->bytes[t->text++] = (char)first;
    if (first == '\n' || t->text == room) {
        t->length = t->text;
        return;
    }
    __tw_any_line(&line);
    for (int i = 0; i < line.length && t->text < room; i++) t->bytes[t->text++] = line.text[i];
    if (line.kind == TW_LAST_LINE && t->text < room) {
        s->end = AT_END;
    } else if (line.kind != TW_LONG_LINE && line.kind != TW_LAST_LINE && t->text < room) {
        t->bytes[t->text++] = '\n';
    }
    t->length = line.kind == TW_LONG_LINE ? room : t->text;
}

static void give_line(char *to, const struct taken *t) {
    __tw_access(to, t->length + 1, 1);
    __builtin_memset(to, 'a', t->length);
    __builtin_memcpy(to, t->bytes, t->text);
    to[t->length] = 0;
}

char *fgets(char *to, int room, FILE *file) {
    __tw_stream_cancel_point();
    struct stream *s = stream_of(file);
    struct taken t;
    if (room < 1) return 0;
    if (room == 1) {
        __tw_access(to, 1, 1);
        *to = 0;
        return to;
    }
    if (!input(s)) return 0;
    if (room == 2 && s->pushed < 0) {
        __tw_any_bytes(to, 1, 1);
        __tw_access(to + 1, 1, 1);
        to[1] = 0;
        return to;
    }
    take_line(s, &t, (size_t)room - 1);
    give_line(to, &t);
    return to;
}

char *fgets_unlocked(char *to, int room, FILE *file) {
    unlocked(file, 1);
    return fgets(to, room, file);
}

char *__fgets_chk(char *to, size_t size, int room, FILE *file) {
    if (room > 0 && (size_t)room > size) __chk_fail();
    return fgets(to, room, file);
}

size_t fread(void *p, size_t size, size_t count, FILE *file) {
    __tw_stream_cancel_point();
    struct stream *s = stream_of(file);
    if (!size || !count || !input(s)) return 0;
    int pushed = take_pushed(s);
    if (count > 1 && __tw_choose(2)) {
        s->end = AT_END;
        count /= 2;
    }
    if (pushed < 0) {
        __tw_any_bytes(p, size * count, size);
    } else {
        if (size * count > 1) __tw_any_bytes(p, size * count, 1);
        __tw_access(p, 1, 1);
        *(char *)p = (char)pushed;
    }
    return count;
}

size_t __fread_chk(void *p, size_t room, size_t size, size_t count, FILE *file) {
    if (size * count > room) __chk_fail();
    return fread(p, size, count, file);
}

size_t fread_unlocked(void *p, size_t size, size_t count, FILE *file) {
    unlocked(file, 1);
    return fread(p, size, count, file);
}

enum { LONG_LINE = 40, FIRST_ROOM = 120 };

/* Makes room for a line; 0: there is none. */
static int make_room(char **line, size_t *room, size_t needed) {
    __tw_access(line, sizeof *line, 1);
    __tw_access(room, sizeof *room, 1);
    if (*line && *room >= needed) return 1;
    size_t more = needed < FIRST_ROOM ? FIRST_ROOM : needed;
    char *new = realloc(*line, more);
    if (!new) return 0;
    *line = new;
    *room = more;
    return 1;
}

/* As glibc does, the line has memory even if there is nothing to read. */
ssize_t getline(char **line, size_t *room, FILE *file) {
    __tw_stream_cancel_point();
    struct stream *s = stream_of(file);
    struct taken t;
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    if (!input(s)) {
        make_room(line, room, 1);
        return -1;
    }
    take_line(s, &t, LONG_LINE);
    if (!make_room(line, room, t.length + 1)) {
        s->error = 1;
        return -1;
    }
    give_line(*line, &t);
    if (t.length == LONG_LINE) (*line)[LONG_LINE - 1] = '\n';
    return (ssize_t)t.length;
}

ssize_t getdelim(char **line, size_t *room, int c, FILE *file) {
    if (c != '\n') __tw_unsupported("getdelim with another delimiter than the end of a line");
    return getline(line, room, file);
}

/* ---- for scanf and the streams of C++ ---- */

int __tw_input_follows(FILE *file) {
    struct stream *s = stream_of(file);
    if (s->pushed >= 0) __tw_unsupported("scanf after ungetc");
    return input(s);
}

void __tw_input_ends(FILE *file) { ((struct stream *)file)->end = PERHAPS; }

/* ---- unsupported ---- */

#define UNSUPPORTED(type, name, ...) \
    type name(__VA_ARGS__) { __tw_unsupported(#name); }
UNSUPPORTED(FILE *, fdopen, int fd, const char *mode)
UNSUPPORTED(FILE *, popen, const char *command, const char *mode)
UNSUPPORTED(FILE *, fmemopen, void *p, size_t n, const char *mode)
UNSUPPORTED(int, pclose, FILE *file)
