/* Formatted input (stdio.h): scanf, fscanf, sscanf.
 *
 * A string is read exactly. From a stream each directive may fail, the input may end before it, and otherwise a number
 * is any number of its type that the width allows; words are samples. Numbers that do not fit, addresses, numbered
 * arguments, wide characters and allocation (%ms) are unsupported, and so are %n and %[ from streams. */
#include "internal.h"
#include "files.h"
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>

/* A conversion: %[*][width][size]kind */
struct spec {
    int discard, width; /* width 0: none */
    char size;          /* 'H' hh, 'h', 'l', 'q' ll, 'z', 'j', 't', 'L', 0 none */
    char kind;
    const char *set; /* of %[, behind the bracket */
};

/* Where the text comes from: a string, or a stream, of which nothing is known. */
struct source {
    const char *text;
    size_t at;
    FILE *file;
};

struct arguments {
    va_list list;
};

enum outcome { DONE, MISMATCH, END };

/* ---- the format ---- */

static const char *behind_set(const char *f) {
    if (*f == '^') f++;
    if (*f == ']') f++;
    while (*f && *f != ']') f++;
    return *f ? f + 1 : f;
}

static const char *parse_spec(const char *f, struct spec *s) {
    __builtin_memset(s, 0, sizeof *s);
    if (*f == '*') s->discard = 1, f++;
    for (; *f >= '0' && *f <= '9'; f++) s->width = s->width * 10 + (*f - '0');
    switch (*f) {
    case '$': __tw_unsupported("scanf: numbered arguments");
    case 'm': __tw_unsupported("scanf: allocation");
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
    if (s->kind) f++;
    if (s->kind == '[') {
        s->set = f;
        f = behind_set(f);
    }
    if (s->size == 'l' && (s->kind == 'c' || s->kind == 's' || s->kind == '['))
        __tw_unsupported("scanf: wide characters");
    return f;
}

/* ---- storing ---- */

static size_t bytes_of(char size) {
    switch (size) {
    case 'H': return 1;
    case 'h': return sizeof(short);
    case 'l': case 'z': case 't': return sizeof(long);
    case 'q': case 'j': case 'L': return sizeof(long long);
    default: return sizeof(int);
    }
}

static void store_integer(void *p, char size, unsigned long long n) {
    size_t bytes = bytes_of(size);
    __tw_access(p, bytes, 1);
    switch (bytes) {
    case 1: *(unsigned char *)p = (unsigned char)n; break;
    case 2: *(unsigned short *)p = (unsigned short)n; break;
    case 4: *(unsigned *)p = (unsigned)n; break;
    default: *(unsigned long long *)p = n; break;
    }
}

static void store_float(void *p, char size, double value) {
    __tw_access(p, size == 'L' ? sizeof(long double) : size == 'l' ? sizeof(double) : sizeof(float), 1);
    if (size == 'L') *(long double *)p = (long double)value;
    else if (size == 'l') *(double *)p = value;
    else *(float *)p = (float)value;
}

/* `n` bytes of a text, with an end mark if it is a string. */
static void store_text(char *p, const char *text, size_t n, int marked) {
    __tw_access(p, n + (size_t)marked, 1);
    __builtin_memcpy(p, text, n);
    if (marked) p[n] = 0;
}

/* ---- from a string ---- */

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void skip_spaces(struct source *s) {
    while (is_space(s->text[s->at])) s->at++;
}

static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

static int base_of(char kind) { return kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10; }

struct number {
    unsigned long long magnitude;
    int negative, valid, too_large;
};

static struct number parse_integer(struct source *s, int base, size_t width) {
    struct number n = {0, 0, 0, 0};
    const char *p = s->text + s->at;
    size_t i = 0;
    if (i < width && (p[i] == '+' || p[i] == '-')) n.negative = p[i++] == '-';
    if ((base == 0 || base == 16) && i < width && p[i] == '0') {
        i++;
        n.valid = 1;
        if (i < width && (p[i] == 'x' || p[i] == 'X')) {
            i++;
            n.valid = 0;
            base = 16;
        } else if (!base) {
            base = 8;
        }
    }
    if (!base) base = 10;
    for (; i < width && digit_of(p[i]) < base; i++) {
        unsigned digit = (unsigned)digit_of(p[i]);
        n.valid = 1;
        n.too_large |= __builtin_mul_overflow(n.magnitude, (unsigned)base, &n.magnitude);
        n.too_large |= __builtin_add_overflow(n.magnitude, digit, &n.magnitude);
    }
    s->at += i;
    return n;
}

/* Whether the number has a value of its type. */
static int fits(struct number n, const struct spec *s) {
    unsigned long long most = ULLONG_MAX >> (64 - 8 * bytes_of(s->size));
    if (s->kind == 'd' || s->kind == 'i') most = most / 2 + (unsigned)n.negative;
    return !n.too_large && n.magnitude <= most;
}

static enum outcome integer_of_string(struct source *s, const struct spec *spec, void *to) {
    struct number n = parse_integer(s, base_of(spec->kind), spec->width ? (size_t)spec->width : SIZE_MAX);
    if (!n.valid) return MISMATCH;
    if (!fits(n, spec)) __tw_unsupported("sscanf: a number that does not fit its type");
    if (to) store_integer(to, spec->size, n.negative ? 0 - n.magnitude : n.magnitude);
    return DONE;
}

static enum outcome float_of_string(struct source *s, const struct spec *spec, void *to) {
    char text[64], *behind;
    size_t n = 0, most = sizeof text - 1;
    if (spec->width && (size_t)spec->width < most) most = (size_t)spec->width;
    while (n < most && s->text[s->at + n]) {
        text[n] = s->text[s->at + n];
        n++;
    }
    text[n] = 0;
    double value = strtod(text, &behind);
    if (behind == text) return MISMATCH;
    s->at += (size_t)(behind - text);
    if (to) store_float(to, spec->size, value);
    return DONE;
}

static int in_set(const char *set, char c) {
    int inverted = *set == '^';
    const char *p = set + inverted;
    int found = 0;
    do {
        if (p[1] == '-' && p[2] && p[2] != ']') {
            found |= c >= p[0] && c <= p[2];
            p += 3;
        } else {
            found |= c == *p++;
        }
    } while (*p && *p != ']');
    return found != inverted;
}

static int wanted(const struct spec *spec, char c) {
    if (spec->kind == 'c') return 1;
    return spec->kind == 's' ? !is_space(c) : in_set(spec->set, c);
}

static enum outcome text_of_string(struct source *s, const struct spec *spec, void *to) {
    int is_char = spec->kind == 'c';
    size_t n = 0, most = spec->width ? (size_t)spec->width : is_char ? 1 : SIZE_MAX;
    const char *from = s->text + s->at;
    while (n < most && from[n] && wanted(spec, from[n])) n++;
    if (!n || (is_char && n < most)) return MISMATCH;
    s->at += n;
    if (to) store_text(to, from, n, !is_char);
    return DONE;
}

static enum outcome from_string(struct source *s, const struct spec *spec, void *to) {
    int spaces = spec->kind != 'c' && spec->kind != '[';
    if (spaces) skip_spaces(s);
    if (!s->text[s->at]) return END;
    switch (spec->kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': return integer_of_string(s, spec, to);
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': return float_of_string(s, spec, to);
    default: return text_of_string(s, spec, to);
    }
}

/* ---- from a stream ---- */

/* Any number of `bits` bits that has at most `width` digits, a sign included. */
static unsigned long long any_integer(int bits, int is_signed, int width) {
    long long most = 1;
    if (!width || width > 9) return (unsigned long long)__tw_input(bits, is_signed);
    for (int i = 1; i < width; i++) most *= 10;
    long long value = __tw_input(bits, is_signed);
    __tw_assume(value < 10 * most && value > (is_signed && width > 1 ? -most : -1));
    return (unsigned long long)value;
}

/* The input comes last, so that assumptions of the program are right behind it. */
static void integer_of_stream(const struct spec *spec, void *to) {
    int is_signed = spec->kind == 'd' || spec->kind == 'i', decimal = spec->kind == 'd' || spec->kind == 'u';
    size_t bytes = bytes_of(spec->size);
    if (spec->width && !decimal) __tw_unsupported("scanf: the width of a number that is not decimal");
    if (!to) return;
    __tw_access(to, bytes, 1);
    switch (bytes) {
    case 1: *(unsigned char *)to = (unsigned char)any_integer(8, is_signed, spec->width); break;
    case 2: *(unsigned short *)to = (unsigned short)any_integer(16, is_signed, spec->width); break;
    case 4: *(unsigned *)to = (unsigned)any_integer(32, is_signed, spec->width); break;
    default: *(unsigned long long *)to = any_integer(64, is_signed, spec->width); break;
    }
}

/* A word without a limit on its length is longer than the memory that is given for it. */
static void word_of_stream(const struct spec *spec, char *to) {
    struct tw_line word;
    __tw_any_word(&word);
    if (!to) return;
    size_t n = (size_t)word.length, most = spec->width ? (size_t)spec->width : __tw_size(to);
    if (word.kind == TW_LONG_LINE || n > most) n = most;
    __tw_access(to, n + 1, 1);
    __builtin_memset(to, 'a', n);
    __builtin_memcpy(to, word.text, n < (size_t)word.length ? n : (size_t)word.length);
    to[n] = 0;
}

static void convert_stream(struct source *s, const struct spec *spec, void *to) {
    char unused[1];
    switch (spec->kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
        __tw_input_ends(s->file);
        integer_of_stream(spec, to);
        break;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': {
        double value = __tw_any_number();
        __tw_input_ends(s->file);
        if (to) store_float(to, spec->size, value);
        break;
    }
    case 's':
        __tw_input_ends(s->file);
        word_of_stream(spec, to);
        break;
    case 'c':
        if (!to && spec->width > 1) __tw_unsupported("scanf: skipping several characters");
        __tw_any_bytes(to ? to : unused, spec->width ? (size_t)spec->width : 1, 1);
        break;
    default:
        __tw_unsupported("scanf: %[ from a stream");
    }
}

static enum outcome from_stream(struct source *s, const struct spec *spec, void *to) {
    if (!__tw_input_follows(s->file)) return END;
    if (spec->kind != 's' && spec->kind != 'c' && __tw_choose(2)) return MISMATCH;
    convert_stream(s, spec, to);
    return DONE;
}

/* ---- directives ---- */

static enum outcome literal(struct source *s, char c) {
    if (s->file) return !__tw_input_follows(s->file) ? END : __tw_choose(2) ? MISMATCH : DONE;
    if (!s->text[s->at]) return END;
    if (s->text[s->at] != c) return MISMATCH;
    s->at++;
    return DONE;
}

static int is_known(char kind) {
    const char *known = "diuoxXfFeEgGaAsc[";
    while (*known && *known != kind) known++;
    return *known;
}

static enum outcome convert(struct source *s, const struct spec *spec, struct arguments *a, int *count) {
    if (spec->kind == 'n') {
        if (s->file) __tw_unsupported("scanf: %n from a stream");
        if (!spec->discard) store_integer(va_arg(a->list, void *), spec->size, s->at);
        return DONE;
    }
    if (!is_known(spec->kind)) __tw_unsupported("scanf: a conversion without a model");
    void *to = spec->discard ? 0 : va_arg(a->list, void *);
    if (!spec->discard && !to) __tw_undefined(TW_MEMORY, "scanf: a null pointer");
    enum outcome outcome = s->file ? from_stream(s, spec, to) : from_string(s, spec, to);
    *count += outcome == DONE && !spec->discard;
    return outcome;
}

/* C17 7.21.6.2: how many were stored; EOF if the input ends before the first one succeeds or fails. */
static int scan(struct source *s, const char *f, va_list list) {
    struct arguments a;
    struct spec spec;
    enum outcome outcome = DONE;
    int count = 0, converted = 0;
    va_copy(a.list, list);
    while (*f && outcome == DONE) {
        if (is_space(*f)) {
            if (!s->file) skip_spaces(s);
            f++;
        } else if (*f != '%') {
            outcome = literal(s, *f++);
        } else if (f[1] == '%') {
            if (!s->file) skip_spaces(s);
            outcome = literal(s, '%');
            f += 2;
        } else {
            f = parse_spec(f + 1, &spec);
            outcome = convert(s, &spec, &a, &count);
            converted |= outcome == DONE && spec.kind != 'n';
        }
    }
    va_end(a.list);
    return outcome == END && !converted ? EOF : count;
}

static int scan_stream(FILE *file, const char *f, va_list list) {
    __tw_stream_cancel_point();
    struct source s = {0, 0, file};
    return scan(&s, f, list);
}

static int scan_string(const char *text, const char *f, va_list list) {
    struct source s = {text, 0, 0};
    tw_read_string(text);
    return scan(&s, f, list);
}

#define VARIADIC(last, call)  \
    {                         \
        va_list list;         \
        va_start(list, last); \
        int n = call;         \
        va_end(list);         \
        return n;             \
    }

/* Headers replace the plain names by those of a standard; C23 adds binary numbers for %i only. */
#define FORMS(prefix)                                                                                            \
    int __tw##prefix##scanf(const char *f, ...) __asm__(#prefix "scanf");                                        \
    int __tw##prefix##fscanf(FILE *file, const char *f, ...) __asm__(#prefix "fscanf");                          \
    int __tw##prefix##sscanf(const char *s, const char *f, ...) __asm__(#prefix "sscanf");                       \
    int __tw##prefix##vscanf(const char *f, va_list list) __asm__(#prefix "vscanf");                             \
    int __tw##prefix##vfscanf(FILE *file, const char *f, va_list list) __asm__(#prefix "vfscanf");               \
    int __tw##prefix##vsscanf(const char *s, const char *f, va_list list) __asm__(#prefix "vsscanf");            \
    int __tw##prefix##scanf(const char *f, ...) VARIADIC(f, scan_stream(stdin, f, list))                         \
    int __tw##prefix##fscanf(FILE *file, const char *f, ...) VARIADIC(f, scan_stream(file, f, list))             \
    int __tw##prefix##sscanf(const char *s, const char *f, ...) VARIADIC(f, scan_string(s, f, list))             \
    int __tw##prefix##vscanf(const char *f, va_list list) { return scan_stream(stdin, f, list); }                \
    int __tw##prefix##vfscanf(FILE *file, const char *f, va_list list) { return scan_stream(file, f, list); }    \
    int __tw##prefix##vsscanf(const char *s, const char *f, va_list list) { return scan_string(s, f, list); }
FORMS()
FORMS(__isoc99_)
FORMS(__isoc23_)
