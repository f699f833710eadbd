/* Memory and strings (string.h, strings.h), in the locale "C".
 *
 * Each function declares the bytes it reads and writes with __tw_access, as plain accesses of the caller. The forms
 * with _chk report an overflow of the destination as a violation of `memory`. strtok's hidden variable counts as
 * memory of the program: two threads that use it race; that of strerror so in the strict reading. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void reads(const void *p, size_t n) { __tw_access(p, n, 0); }
static void writes(void *p, size_t n) { __tw_access(p, n, 1); }

static size_t length(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

static size_t bounded(const char *s, size_t most) {
    size_t n = 0;
    while (n < most && s[n]) n++;
    return n;
}

/* Reads a string; its length. */
static size_t read_string(const char *s) {
    size_t n = length(s);
    reads(s, n + 1);
    return n;
}

/* Reads a string of at most `most` bytes; its length. */
static size_t read_bounded(const char *s, size_t most) {
    size_t n = bounded(s, most);
    reads(s, n < most ? n + 1 : n);
    return n;
}

static char *mutable(const void *p) { return (char *)(uintptr_t)p; }
static int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

/* ---- memory ---- */

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    reads(from, n);
    writes(to, n);
    __builtin_memcpy(to, from, n);
    return to;
}

void *memmove(void *to, const void *from, size_t n) {
    reads(from, n);
    writes(to, n);
    __builtin_memmove(to, from, n);
    return to;
}

void *memset(void *to, int byte, size_t n) {
    writes(to, n);
    __builtin_memset(to, byte, n);
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n) { return (char *)memcpy(to, from, n) + n; }
void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
void bzero(void *to, size_t n) { memset(to, 0, n); }
void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }

/* Words first: they may be pointers, whose bytes cannot be compared. */
int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a, *q = b;
    size_t i = 0, word = sizeof(uintptr_t);
    reads(a, n);
    reads(b, n);
    /* Volatile: the compiler would test both addresses at once, and an address is no number. */
    volatile uintptr_t low = (uintptr_t)p & (word - 1), other = (uintptr_t)q & (word - 1);
    if (n >= word && low == 0 && other == 0)
        while (i + word <= n && *(const uintptr_t *)(p + i) == *(const uintptr_t *)(q + i)) i += word;
    for (; i < n; i++)
        if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
    return 0;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void *memchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    size_t i = 0;
    while (i < n && p[i] != (unsigned char)c) i++;
    reads(s, i < n ? i + 1 : n);
    return i < n ? mutable(p + i) : 0;
}

void *rawmemchr(const void *s, int c) { return memchr(s, c, SIZE_MAX); }

void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    reads(s, n);
    while (n--)
        if (p[n] == (unsigned char)c) return mutable(p + n);
    return 0;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
    const char *end = memchr(from, c, n);
    size_t count = end ? (size_t)(end - (const char *)from) + 1 : n;
    memcpy(to, from, count);
    return end ? (char *)to + count : 0;
}

static const char *find(const char *s, size_t n, const char *what, size_t m) {
    for (size_t i = 0; i + m <= n; i++) {
        size_t j = 0;
        while (j < m && s[i + j] == what[j]) j++;
        if (j == m) return s + i;
    }
    return 0;
}

void *memmem(const void *s, size_t n, const void *what, size_t m) {
    reads(s, n);
    reads(what, m);
    return mutable(find(s, n, what, m));
}

/* ---- copying strings ---- */

/* Place by place: addresses of different objects have no order. Not optimised: a compiler would subtract them. */
__attribute__((optnone, noinline)) int __tw_overlap(const void *a, size_t n, const void *b, size_t m) {
    const char *p = a, *q = b;
    for (size_t i = 0; m && i < n; i++)
        if (p + i == q) return 1;
    for (size_t i = 0; n && i < m; i++)
        if (q + i == p) return 1;
    return 0;
}

/* C17 7.24: copying between ranges that overlap is undefined, also of a range to itself. */
static void apart(const char *to, size_t written, const char *from, size_t read) {
    if (__tw_overlap(to, written, from, read))
        __tw_undefined(TW_MEMORY, "a string is copied between ranges that overlap");
}

size_t strlen(const char *s) { return read_string(s); }
size_t strnlen(const char *s, size_t most) { return read_bounded(s, most); }

char *stpcpy(char *restrict to, const char *restrict from) {
    size_t n = read_string(from);
    writes(to, n + 1);
    apart(to, n + 1, from, n + 1);
    __builtin_memcpy(to, from, n + 1);
    return to + n;
}

char *strcpy(char *restrict to, const char *restrict from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t most) {
    size_t n = read_bounded(from, most);
    writes(to, most);
    apart(to, most, from, n < most ? n + 1 : n);
    __builtin_memcpy(to, from, n);
    __builtin_memset(to + n, 0, most - n);
    return to + n;
}

char *strncpy(char *restrict to, const char *restrict from, size_t most) {
    stpncpy(to, from, most);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    strcpy(to + read_string(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t most) {
    char *end = to + read_string(to);
    size_t n = read_bounded(from, most);
    writes(end, n + 1);
    apart(end, n + 1, from, n < most ? n + 1 : n);
    __builtin_memcpy(end, from, n);
    end[n] = 0;
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t room) {
    size_t n = read_string(from), count = n < room ? n : room - 1;
    if (!room) return n;
    writes(to, count + 1);
    apart(to, count + 1, from, n + 1);
    __builtin_memcpy(to, from, count);
    to[count] = 0;
    return n;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t room) {
    size_t n = read_bounded(to, room);
    return n + (n < room ? strlcpy(to + n, from, room - n) : read_string(from));
}

char *strndup(const char *s, size_t most) {
    size_t n = read_bounded(s, most);
    char *copy = malloc(n + 1);
    if (!copy) return 0;
    __builtin_memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

char *strdup(const char *s) { return strndup(s, SIZE_MAX); }
char *__strdup(const char *s) { return strdup(s); }
char *__strndup(const char *s, size_t most) { return strndup(s, most); }

/* ---- comparing strings ---- */

static int compare(const char *a, const char *b, size_t most, int fold) {
    size_t i = 0;
    int x = 0, y = 0;
    for (; i < most; i++) {
        x = fold ? lower((unsigned char)a[i]) : (unsigned char)a[i];
        y = fold ? lower((unsigned char)b[i]) : (unsigned char)b[i];
        if (x != y || !x) break;
    }
    size_t seen = i < most ? i + 1 : i;
    reads(a, seen);
    reads(b, seen);
    return i < most ? x - y : 0;
}

int strcmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX, 0); }
int strncmp(const char *a, const char *b, size_t most) { return compare(a, b, most, 0); }
int strcasecmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX, 1); }
int strncasecmp(const char *a, const char *b, size_t most) { return compare(a, b, most, 1); }
int strcoll(const char *a, const char *b) { return compare(a, b, SIZE_MAX, 0); }

/* ---- searching strings ---- */

char *strchrnul(const char *s, int c) {
    size_t i = 0;
    while (s[i] && s[i] != (char)c) i++;
    reads(s, i + 1);
    return mutable(s + i);
}

char *strchr(const char *s, int c) {
    char *p = strchrnul(s, c);
    return *p == (char)c ? p : 0;
}

char *strrchr(const char *s, int c) {
    size_t n = read_string(s) + 1;
    while (n--)
        if (s[n] == (char)c) return mutable(s + n);
    return 0;
}

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }

static int among(char c, const char *set) {
    while (*set && *set != c) set++;
    return *set != 0;
}

/* Length of the beginning of `s` whose characters are (`in`) or are not in `set`. */
static size_t span(const char *s, const char *set, int in) {
    size_t n = 0;
    read_string(set);
    while (s[n] && among(s[n], set) == in) n++;
    reads(s, n + 1);
    return n;
}

size_t strspn(const char *s, const char *set) { return span(s, set, 1); }
size_t strcspn(const char *s, const char *set) { return span(s, set, 0); }

char *strpbrk(const char *s, const char *set) {
    s += span(s, set, 0);
    return *s ? mutable(s) : 0;
}

char *strstr(const char *s, const char *what) { return mutable(find(s, read_string(s), what, read_string(what))); }

char *strcasestr(const char *s, const char *what) {
    size_t n = read_string(s), m = read_string(what);
    for (size_t i = 0; i + m <= n; i++) {
        size_t j = 0;
        while (j < m && lower((unsigned char)s[i + j]) == lower((unsigned char)what[j])) j++;
        if (j == m) return mutable(s + i);
    }
    return 0;
}

char *strsep(char **text, const char *separators) {
    reads(text, sizeof *text);
    char *s = *text;
    if (!s) return 0;
    char *end = s + span(s, separators, 0);
    writes(text, sizeof *text);
    if (*end) {
        writes(end, 1);
        *end = 0;
        *text = end + 1;
    } else {
        *text = 0;
    }
    return s;
}

char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest) {
    writes(rest, sizeof *rest);
    if (!s) s = *rest;
    if (!s) return 0;
    s += span(s, separators, 1);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + span(s, separators, 0);
    if (*end) {
        writes(end, 1);
        *end++ = 0;
    }
    *rest = end;
    return s;
}

static char *strtok_rest;
char *strtok(char *restrict s, const char *restrict separators) { return strtok_r(s, separators, &strtok_rest); }

/* ---- errors ---- */

static const char *message_of(int error) {
    static const struct {
        int error;
        const char *text;
    } known[] = {
        {0, "Success"}, {EPERM, "Operation not permitted"}, {ENOENT, "No such file or directory"},
        {ESRCH, "No such process"}, {EINTR, "Interrupted system call"}, {EIO, "Input/output error"},
        {EBADF, "Bad file descriptor"}, {EAGAIN, "Resource temporarily unavailable"},
        {ENOMEM, "Cannot allocate memory"}, {EACCES, "Permission denied"}, {EBUSY, "Device or resource busy"},
        {EEXIST, "File exists"}, {EINVAL, "Invalid argument"}, {EDOM, "Numerical argument out of domain"},
        {ERANGE, "Numerical result out of range"}, {EDEADLK, "Resource deadlock avoided"},
        {EOVERFLOW, "Value too large for defined data type"}, {ETIMEDOUT, "Connection timed out"},
        {ENOTSUP, "Operation not supported"}, {ENOSYS, "Function not implemented"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error) return known[i].text;
    return "Unknown error";
}

char *__tw_error_message(int error) { return mutable(message_of(error)); }

/* C17 7.24.6.2p3: it need not avoid data races with other calls. */
char *strerror(int error) {
    static char text;
    tw_need_not_be_safe(&text, 1);
    return __tw_error_message(error);
}

char *strerror_r(int error, char *buffer, size_t room) {
    (void)buffer, (void)room;
    return __tw_error_message(error);
}

int __xpg_strerror_r(int error, char *buffer, size_t room) {
    const char *text = message_of(error);
    strlcpy(buffer, text, room);
    return length(text) < room ? 0 : ERANGE;
}

/* ---- bits ---- */

int ffs(int n) { return n ? __builtin_ctz((unsigned)n) + 1 : 0; }
int ffsl(long n) { return n ? __builtin_ctzl((unsigned long)n) + 1 : 0; }
int ffsll(long long n) { return n ? __builtin_ctzll((unsigned long long)n) + 1 : 0; }

/* ---- forms that know the size of the destination ---- */

__attribute__((noreturn)) void __chk_fail(void) {
    __tw_undefined(TW_MEMORY, "buffer overflow");
    __tw_abort();
}

static void fits(size_t bytes, size_t room) {
    if (bytes > room) __chk_fail();
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
    fits(n, room);
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
    fits(n, room);
    return memmove(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
    fits(n, room);
    return mempcpy(to, from, n);
}

void *__memset_chk(void *to, int byte, size_t n, size_t room) {
    fits(n, room);
    return memset(to, byte, n);
}

void __explicit_bzero_chk(void *to, size_t n, size_t room) {
    fits(n, room);
    memset(to, 0, n);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
    fits(length(from) + 1, room);
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    fits(length(from) + 1, room);
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
    fits(n, room);
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room) {
    fits(n, room);
    return stpncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    fits(length(to) + length(from) + 1, room);
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
    fits(length(to) + bounded(from, n) + 1, room);
    return strncat(to, from, n);
}
