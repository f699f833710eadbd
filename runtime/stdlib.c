/* Memory, ending the process, assertions, numbers, sorting (stdlib.h, malloc.h, assert.h, errno.h).
 *
 * realloc stays in place, or makes a new object: either.
 * malloc fails only for impossible sizes, or by choice if __tw_malloc_may_fail is set, as it is in the strict reading.
 * Random numbers are nondeterministic. The environment is what --env says; other variables end in UNKNOWN.
 * qsort is an insertion sort that leaves elements that are equal in either order; bsearch finds any element that fits.
 * Decimal numbers that cannot be converted exactly with one rounding, system(), and changes of the environment are
 * unsupported. */
#include "internal.h"
#include <assert.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>


static _Thread_local int error_number;
int *__errno_location(void) { return &error_number; }

/* ---- memory ---- */

int __tw_memory_ends(size_t bytes) {
    if (bytes > TW_LARGEST) return 1;
    if (__tw_malloc_may_fail) return __tw_choose(2);
    __tw_assumed(TW_MALLOC);
    return 0;
}

static void *allocate(size_t bytes) {
    if (__tw_memory_ends(bytes)) {
        errno = ENOMEM;
        return 0;
    }
    return __tw_alloc(bytes, TW_HEAP);
}

static size_t put(char *text, size_t n, const char *part) {
    while (*part) text[n++] = *part++;
    return n;
}

/* The function of a family that makes or frees: "malloc", "delete[]", "new with an alignment". */
static size_t put_function(char *text, size_t n, int family, const char *of_heap, const char *of_cxx) {
    n = put(text, n, family == TW_HEAP ? of_heap : of_cxx);
    if (family == TW_NEW_ARRAY || family == TW_NEW_ARRAY_ALIGNED) n = put(text, n, "[]");
    if (family == TW_NEW_ALIGNED || family == TW_NEW_ARRAY_ALIGNED) n = put(text, n, " with an alignment");
    return n;
}

/* Reports "memory of new[] is freed by delete". Memory of no family is left to __tw_free. */
static void check_family(const void *p, int family, const char *by_heap) {
    int made = p ? __tw_family(p) : -1;
    if (made < 0 || made == family) return;
    char text[100];
    size_t n = put(text, 0, "memory of ");
    n = put_function(text, n, made, "malloc", "new");
    n = put(text, n, " is freed by ");
    n = put_function(text, n, family, by_heap, "delete");
    text[n] = 0;
    __tw_undefined(TW_FREE, text);
}

void __tw_give_back(void *p, int family) {
    check_family(p, family, "free");
    __tw_free(p);
}

static int is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

void *malloc(size_t bytes) { return allocate(bytes); }
void free(void *p) { __tw_give_back(p, TW_HEAP); }
void cfree(void *p) { __tw_give_back(p, TW_HEAP); }

void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
    void *p = allocate(bytes);
    if (p) __builtin_memset(p, 0, bytes);
    return p;
}

/* Larger objects are not executed. */
#define LARGEST ((size_t)1 << 28)

void *realloc(void *p, size_t bytes) {
    if (!p) return allocate(bytes);
    check_family(p, TW_HEAP, "realloc");
    if (!bytes || __tw_is_pointer(p) != 1) {
        __tw_free(p);
        return 0;
    }
    size_t old = __tw_size(p);
    if (bytes <= LARGEST && __tw_choose(2)) {
        /* In place. */
        if (__tw_memory_ends(bytes)) {
            errno = ENOMEM;
            return 0;
        }
        __tw_access(p, old, 1);
        __tw_resize(p, bytes);
        return p;
    }
    void *q = allocate(bytes);
    if (!q) return 0;
    __builtin_memcpy(q, p, old < bytes ? old : bytes);
    __tw_free(p);
    return q;
}

void *reallocarray(void *p, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return 0;
    }
    return realloc(p, bytes);
}

/* An object that was freed at an address without this alignment is not given out again. */
static void *aligned(size_t alignment, void *p) {
    if (p) __tw_assume(__tw_aligned(p, alignment));
    return p;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    if (!is_power_of_two(alignment)) {
        errno = EINVAL;
        return 0;
    }
    return aligned(alignment, allocate(bytes));
}

void *memalign(size_t alignment, size_t bytes) { return aligned_alloc(alignment, bytes); }
void *valloc(size_t bytes) { return aligned((size_t)__tw_page_size, allocate(bytes)); }

int posix_memalign(void **p, size_t alignment, size_t bytes) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void *)) return EINVAL;
    if (__tw_memory_ends(bytes)) return ENOMEM;
    void *q = aligned(alignment, __tw_alloc(bytes, TW_HEAP));
    __tw_access(p, sizeof *p, 1);
    *p = q;
    return 0;
}

size_t malloc_usable_size(void *p) { return p ? __tw_size(p) : 0; }

/* ---- end of the process ---- */

enum { PLAIN, WITH_ARGUMENT, WITH_CODE };

/* A function to be called at the end; the last registered one first. */
struct handler {
    struct handler *next;
    void *f, *arg;
    int kind;
};

static struct handler *at_exit, *at_quick;
static int exiting;

int __tw_exiting(void) { return exiting; }

static int add(struct handler **list, int kind, void *f, void *arg) {
    struct handler *h = __tw_alloc(sizeof *h, TW_LIBRARY);
    __builtin_memset(h, 0, sizeof *h);
    h->next = *list;
    h->f = f;
    h->arg = arg;
    h->kind = kind;
    *list = h;
    return 0;
}

static void run(struct handler **list, int code) {
    while (*list) {
        struct handler h = **list;
        __tw_free(*list);
        *list = h.next;
        switch (h.kind) {
        case PLAIN: ((void (*)(void))h.f)(); break;
        case WITH_ARGUMENT: ((void (*)(void *))h.f)(h.arg); break;
        case WITH_CODE: ((void (*)(int, void *))h.f)(code, h.arg); break;
        }
        tw_point();
    }
}

int atexit(void (*f)(void)) { return add(&at_exit, PLAIN, (void *)f, 0); }
int at_quick_exit(void (*f)(void)) { return add(&at_quick, PLAIN, (void *)f, 0); }
int on_exit(void (*f)(int, void *), void *arg) { return add(&at_exit, WITH_CODE, (void *)f, arg); }

int __cxa_atexit(void (*f)(void *), void *arg, void *dso) {
    (void)dso;
    return add(&at_exit, WITH_ARGUMENT, (void *)f, arg);
}

int __cxa_at_quick_exit(void (*f)(void *), void *dso) {
    (void)dso;
    return add(&at_quick, WITH_ARGUMENT, (void *)f, 0);
}

void __cxa_finalize(void *dso) {
    (void)dso;
    run(&at_exit, 0);
}

void exit(int code) {
    __tw_run_thread_destructors();
    exiting = 1;
    run(&at_exit, code);
    __tw_run_destructors();
    __tw_exit(code);
}

void quick_exit(int code) {
    run(&at_quick, code);
    __tw_exit(code);
}

void _Exit(int code) { __tw_exit(code); }
__attribute__((noreturn)) void _exit(int code) { __tw_exit(code); }

void abort(void) {
    __tw_raise_abort();
    __tw_abort();
}

/* ---- assertions ---- */

__attribute__((noreturn)) static void failed(const char *assertion) {
    static const char before[] = "assertion `", after[] = "' failed";
    char text[256];
    size_t n = sizeof before - 1;
    __builtin_memcpy(text, before, n);
    while (*assertion && n < sizeof text - sizeof after) text[n++] = *assertion++;
    __builtin_memcpy(text + n, after, sizeof after);
    __tw_violation(TW_ASSERTION, text);
    __tw_abort();
}

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    (void)file, (void)line, (void)function;
    failed(assertion);
}

void __assert(const char *assertion, const char *file, int line) {
    (void)file, (void)line;
    failed(assertion);
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
    (void)error, (void)file, (void)line, (void)function;
    failed("no error");
}

/* ---- random numbers ---- */

/* C17 7.22.2: rand and srand need not avoid data races with other calls of them; known libraries do. */
static char generator;

int rand(void) {
    tw_need_not_be_safe(&generator, 1);
    return (int)__tw_input(31, 0);
}

void srand(unsigned seed) {
    (void)seed;
    tw_need_not_be_safe(&generator, 1);
}

long random(void) { return (long)__tw_input(31, 0); }
void srandom(unsigned seed) { (void)seed; }

/* POSIX 2.9.1 does not ask them to be safe with threads, and known libraries do not make them so. */
static char generator48;

long lrand48(void) {
    TW_WRITE(&generator48);
    return (long)__tw_input(31, 0);
}

long mrand48(void) {
    TW_WRITE(&generator48);
    return (long)__tw_input(32, 1);
}

double drand48(void) {
    TW_WRITE(&generator48);
    return (double)__tw_input(31, 0) / 2147483648.0;
}

void srand48(long seed) {
    (void)seed;
    TW_WRITE(&generator48);
}

int rand_r(unsigned *seed) {
    __tw_access(seed, sizeof *seed, 1);
    *seed = (unsigned)__tw_input(32, 0);
    return (int)(*seed & RAND_MAX);
}

/* ---- integers ---- */

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

static int is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

/* A number in text: its absolute value (saturated, then `range` is 1), its sign, where it ends. */
struct number {
    unsigned long long value;
    int negative, range;
    const char *end;
};

static struct number parse(const char *s, int base) {
    struct number n = {0, 0, 0, s};
    const char *p = s;
    while (is_blank(*p)) p++;
    if (*p == '+' || *p == '-') n.negative = *p++ == '-';
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit(p[2]) < 16)
        p += 2, base = 16;
    else if (base == 0)
        base = *p == '0' ? 8 : 10;
    if (base < 2 || base > 36) {
        errno = EINVAL;
        n.negative = 0;
        return n;
    }
    const char *first = p;
    for (; digit(*p) < base; p++)
        if (__builtin_mul_overflow(n.value, (unsigned)base, &n.value) ||
            __builtin_add_overflow(n.value, (unsigned)digit(*p), &n.value))
            n.range = 1, n.value = ULLONG_MAX;
        else if (n.range)
            n.value = ULLONG_MAX;
    if (p != first) n.end = p;
    __tw_access(s, (size_t)(p - s) + 1, 0);
    return n;
}

static void store_end(char **end, const char *p) {
    if (!end) return;
    __tw_access(end, sizeof *end, 1);
    *end = (char *)(uintptr_t)p;
}

static long long to_signed(const char *s, char **end, int base, long long low, long long high) {
    struct number n = parse(s, base);
    store_end(end, n.end);
    unsigned long long most = n.negative ? 0ull - (unsigned long long)low : (unsigned long long)high;
    if (n.range || n.value > most) {
        errno = ERANGE;
        return n.negative ? low : high;
    }
    return (long long)(n.negative ? 0ull - n.value : n.value);
}

static unsigned long long to_unsigned(const char *s, char **end, int base, unsigned long long high) {
    struct number n = parse(s, base);
    store_end(end, n.end);
    if (n.range || n.value > high) {
        errno = ERANGE;
        return high;
    }
    return n.negative ? 0ull - n.value : n.value;
}

long strtol(const char *s, char **end, int base) { return (long)to_signed(s, end, base, LONG_MIN, LONG_MAX); }
long long strtoll(const char *s, char **end, int base) { return to_signed(s, end, base, LLONG_MIN, LLONG_MAX); }
unsigned long strtoul(const char *s, char **end, int base) { return (unsigned long)to_unsigned(s, end, base, ULONG_MAX); }
unsigned long long strtoull(const char *s, char **end, int base) { return to_unsigned(s, end, base, ULLONG_MAX); }
intmax_t strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
uintmax_t strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }
long __isoc23_strtol(const char *s, char **end, int base) { return strtol(s, end, base); }
long long __isoc23_strtoll(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return strtoul(s, end, base); }
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) { return strtoull(s, end, base); }
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

/* ---- floating point: decimal numbers that one multiplication or division gives exactly rounded ---- */

struct decimal {
    unsigned long long digits;
    int exponent, negative;
    char kind; /* 'd' decimal, 'i' infinity, 'n' not a number, 0 none */
    const char *end;
};

static int word(const char *s, const char *lower) {
    int n = 0;
    for (; lower[n]; n++)
        if ((s[n] | 32) != lower[n]) return 0;
    return n;
}

static struct decimal parse_decimal(const char *s) {
    struct decimal d = {0, 0, 0, 0, s};
    const char *p = s;
    int any = 0;
    while (is_blank(*p)) p++;
    if (*p == '+' || *p == '-') d.negative = *p++ == '-';
    int letters = word(p, "infinity");
    if (!letters) letters = word(p, "inf");
    if (letters) d.kind = 'i', d.end = p + letters;
    else if ((letters = word(p, "nan"))) d.kind = 'n', d.end = p + letters;
    else if (p[0] == '0' && (p[1] | 32) == 'x') __tw_unsupported("hexadecimal floating-point number in a string");
    if (letters) return d;
    for (int point = 0;; p++) {
        if (*p == '.' && !point) {
            point = 1;
            continue;
        }
        if (*p < '0' || *p > '9') break;
        any = 1;
        if (d.digits > (ULLONG_MAX - 9) / 10) {
            if (*p != '0') __tw_unsupported("floating-point number in a string: too many digits");
            d.exponent += !point;
            continue;
        }
        d.digits = d.digits * 10 + (unsigned)(*p - '0');
        d.exponent -= point;
    }
    if (!any) return d;
    d.kind = 'd';
    d.end = p;
    if ((*p | 32) == 'e') {
        const char *q = p + 1;
        int e = 0, minus = 0;
        if (*q == '+' || *q == '-') minus = *q++ == '-';
        if (*q < '0' || *q > '9') return d;
        for (; *q >= '0' && *q <= '9'; q++)
            if (e < 100000) e = e * 10 + (*q - '0');
        d.exponent += minus ? -e : e;
        d.end = q;
    }
    while (d.digits && d.digits % 10 == 0 && (d.exponent < 0 || (d.exponent > 0 && d.digits >> 53)))
        d.digits /= 10, d.exponent++;
    return d;
}

/* `digits_exact`, `power_exact`: the largest integer and power of ten without rounding in this type. */
#define CONVERT(type, name, digits_exact, power_exact, huge)                                    \
    type name(const char *s, char **end) {                                                      \
        struct decimal d = parse_decimal(s);                                                    \
        __tw_access(s, (size_t)(d.end - s) + 1, 0);                                             \
        store_end(end, d.end);                                                                  \
        type value = (type)d.digits, power = 1;                                                 \
        if (d.kind == 'i') value = (type)__builtin_inf();                                       \
        if (d.kind == 'n') value = (type)__builtin_nan("");                                     \
        if (d.kind == 'd' && d.digits && d.exponent) {                                          \
            int e = d.exponent < 0 ? -d.exponent : d.exponent;                                  \
            if (d.exponent > huge) {                                                            \
                errno = ERANGE;                                                                 \
                value = (type)__builtin_inf();                                                  \
            } else {                                                                            \
                if (d.digits > digits_exact || e > power_exact)                                 \
                    __tw_unsupported(#name ": a number with many digits or a large exponent");   \
                while (e--) power *= 10;                                                        \
                value = d.exponent < 0 ? value / power : value * power;                         \
            }                                                                                   \
        }                                                                                       \
        return d.negative ? -value : value;                                                     \
    }
CONVERT(float, strtof, 1ull << 24, 10, 40)
CONVERT(double, strtod, 1ull << 53, 22, 310)
CONVERT(long double, strtold, ULLONG_MAX, 27, 4950)
double atof(const char *s) { return strtod(s, 0); }

/* ---- sorting ---- */

typedef int comparison(const void *, const void *, void *);

static void swap(char *a, char *b, size_t size) {
    char t[size];
    __tw_access(a, size, 1);
    __tw_access(b, size, 1);
    __builtin_memcpy(t, a, size);
    __builtin_memcpy(a, b, size);
    __builtin_memcpy(b, t, size);
}

/* Whether two neighbours change places: equal ones may. Their bytes are not compared, for padding has no values; if
 * they are the same, so are the states that follow. */
static int changes(char *a, char *b, comparison *compare, void *arg) {
    int order = compare(a, b, arg);
    return order ? order > 0 : __tw_choose(2);
}

/* Any order of equal elements comes about: each new one goes past any number of those that are equal to it. */
static void sort(char *a, size_t count, size_t size, comparison *compare, void *arg) {
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && changes(a + (j - 1) * size, a + j * size, compare, arg); j--)
            swap(a + (j - 1) * size, a + j * size, size);
}

void qsort_r(void *base, size_t count, size_t size, comparison *compare, void *arg) { sort(base, count, size, compare, arg); }

/* A comparison without a further argument. */
struct plain {
    int (*compare)(const void *, const void *);
};

static int compare_plain(const void *a, const void *b, void *arg) { return ((struct plain *)arg)->compare(a, b); }

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    struct plain plain = {compare};
    sort(base, count, size, compare_plain, &plain);
}

/* The first element that is found, or a neighbour that fits as well. */
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    const char *a = base, *end = a + count * size;
    while (count) {
        const char *middle = a + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0) {
            const char *first = middle, *last = middle;
            while (first > (const char *)base && compare(key, first - size) == 0) first -= size;
            while (last + size < end && compare(key, last + size) == 0) last += size;
            int fit = (int)((size_t)(last - first) / size) + 1;
            return (void *)(uintptr_t)(first + (fit > 1 ? (size_t)__tw_choose(fit) : 0) * size);
        }
        if (order > 0) a = middle + size, count--;
        count /= 2;
    }
    return 0;
}

/* ---- environment ---- */

extern char *__tw_environment[];

/* Stands for the environment in data races: C17 7.22.4.6p2 and POSIX 2.9.1 let getenv race with whatever changes it, and that
 * with its like. */
static char environment;

char *getenv(const char *name) {
    size_t length = 0;
    do __tw_access(name + length, 1, 0);
    while (name[length++]);
    length--;
    TW_READ(&environment);
    for (char **entry = __tw_environment; *entry; entry++) {
        size_t i = 0;
        while (i < length && (*entry)[i] == name[i]) i++;
        if (i < length) continue;
        if ((*entry)[i] == '=') return *entry + i + 1;
        if (!(*entry)[i]) return 0;
    }
    __tw_untold(TW_ENVIRONMENT, name);
}

char *secure_getenv(const char *name) { return getenv(name); }
int setenv(const char *name, const char *value, int replace) {
    (void)name, (void)value, (void)replace;
    TW_WRITE(&environment);
    __tw_unsupported("setenv");
}
int putenv(char *text) {
    (void)text;
    TW_WRITE(&environment);
    __tw_unsupported("putenv");
}
int unsetenv(const char *name) {
    (void)name;
    TW_WRITE(&environment);
    __tw_unsupported("unsetenv");
}
int clearenv(void) {
    TW_WRITE(&environment);
    __tw_unsupported("clearenv");
}
int system(const char *command) {
    (void)command;
    __tw_unsupported("system");
}
