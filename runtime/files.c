/* Descriptors (unistd.h, fcntl.h): open, close, read, write, pipes; and samples of what files contain.
 *
 * A file may be missing, and what is in it is not known: one byte is any byte, more are samples, so the answer is never
 * TRUE behind them. What is written is forgotten; a file that the program may have written is not read. Pipes are exact
 * while they hold at most 64 bytes. Interruption by signals (EINTR) does not happen. Reading and writing fail only under
 * --strict-standard. Directories, modes of files, fcntl, dup, select and poll are not modelled. */
#include "internal.h"
#include "files.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

enum { MOST_FILES = 16, MOST_BYTES = 64 };

struct pipe {
    int readers, writers;
    size_t count;
    char bytes[MOST_BYTES]; /* the oldest first, zeros behind */
};

static struct descriptor {
    int kind;
    struct pipe *pipe;
} descriptors[MOST_FILES] = {{TW_INPUT_FILE, 0}, {TW_CONSOLE, 0}, {TW_CONSOLE, 0}};

static int fail(int error) {
    errno = error;
    return -1;
}

/* ---- samples ---- */

/* A byte with which the program compares, or another one. */
static char sampled_byte(void) { return (char)__tw_input(16, 2); }

static int put_number(char *to, long long value) {
    char digits[20];
    int n = 0, length = 0;
    unsigned long long rest = value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value;
    do digits[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) to[length++] = '-';
    while (n) to[length++] = digits[--n];
    return length;
}

void __tw_any_line(struct tw_line *line) {
    __builtin_memset(line, 0, sizeof *line);
    switch (__tw_choose(5)) {
    case 0: line->kind = TW_EMPTY_LINE; return;
    case 1: line->kind = TW_LONG_LINE; return;
    case 2: line->kind = TW_LAST_LINE; break;
    case 3:
        line->kind = TW_SHORT_LINE;
        line->length = put_number(line->text, __tw_input(32, 2));
        return;
    default: line->kind = TW_SHORT_LINE;
    }
    line->text[0] = sampled_byte();
    line->length = line->text[0] != '\n';
    if (!line->length) line->kind = TW_EMPTY_LINE;
}

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

void __tw_any_word(struct tw_line *word) {
    __builtin_memset(word, 0, sizeof *word);
    word->kind = TW_SHORT_LINE;
    switch (__tw_choose(3)) {
    case 0: word->kind = TW_LONG_LINE; return;
    case 1: word->length = put_number(word->text, __tw_input(32, 2)); return;
    }
    word->text[0] = sampled_byte();
    word->length = 1;
    if (is_space(word->text[0])) word->text[0] = 'a';
}

/* A number with which the program compares as the first element, and the same byte everywhere behind it. Other threads
 * run before the choice, so that no state has both the old content and the new one. */
void __tw_any_bytes(char *to, size_t bytes, size_t unit) {
    __tw_access(to, bytes, 1);
    long long first = bytes == 1 ? __tw_input(8, 0) : unit == 1 ? __tw_input(16, 2) : __tw_input(64, 2);
    __builtin_memset(to, 'a', bytes);
    __builtin_memcpy(to, &first, unit > sizeof first ? sizeof first : unit);
}

double __tw_any_number(void) {
    switch (__tw_choose(5)) {
    case 0: return 0.0;
    case 1: return -1.5;
    case 2: return __DBL_MAX__;
    case 3: return __builtin_inf();
    default: return (double)__tw_input(32, 2);
    }
}

/* ---- names of files that were written, in order ---- */

struct name {
    struct name *next;
    char text[];
};

static struct name *written;

/* In one step, unlike strcmp. The caller has accessed the name. */
static int order(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

static struct name **place_of(const char *name) {
    struct name **at = &written;
    while (*at && order((*at)->text, name) < 0) at = &(*at)->next;
    return at;
}

int __tw_is_file_written(const char *name) {
    struct name *found = *place_of(name);
    return found && !order(found->text, name);
}

void __tw_file_written(const char *name) {
    if (__tw_is_file_written(name)) return;
    struct name **at = place_of(name);
    size_t length = 1;
    while (name[length - 1]) length++;
    struct name *new = __tw_alloc(sizeof *new + length, TW_LIBRARY);
    __builtin_memcpy(new->text, name, length);
    new->next = *at;
    *at = new;
}

/* ---- descriptors ---- */

static struct descriptor *find(int fd) {
    return fd >= 0 && fd < MOST_FILES && descriptors[fd].kind != TW_CLOSED ? &descriptors[fd] : 0;
}

int __tw_open_descriptor(int kind) {
    for (int fd = 0; fd < MOST_FILES; fd++)
        if (descriptors[fd].kind == TW_CLOSED) {
            descriptors[fd].kind = kind;
            return fd;
        }
    __tw_unsupported("more than 16 open files");
}

static void leave(struct pipe *pipe, int kind) {
    if (kind == TW_PIPE_OUT) pipe->readers--;
    else pipe->writers--;
    if (!pipe->readers && !pipe->writers) __tw_free(pipe);
}

int __tw_close_descriptor(int fd) {
    struct descriptor *d = find(fd);
    if (!d) return fail(EBADF);
    if (d->pipe) leave(d->pipe, d->kind);
    d->kind = TW_CLOSED;
    d->pipe = 0;
    return 0;
}

int close(int fd) {
    __tw_cancel_point();
    if (__tw_close_descriptor(fd)) return -1;
    return __tw_strict_standard && __tw_choose(2) ? fail(EIO) : 0;
}

static int open_file(const char *name, int flags) {
    int access = flags & O_ACCMODE;
    size_t length = tw_read_string(name);
    __tw_cancel_point();
    if (flags & (O_NONBLOCK | O_DIRECTORY)) __tw_unsupported("open: O_NONBLOCK or O_DIRECTORY");
    if (!length || __tw_choose(2)) return fail(ENOENT);
    if (access != O_WRONLY && __tw_is_file_written(name)) __tw_unsupported("open: reading a file that the program wrote");
    if (access != O_RDONLY) __tw_file_written(name);
    return __tw_open_descriptor(access == O_RDONLY ? TW_INPUT_FILE : access == O_WRONLY ? TW_OUTPUT_FILE : TW_UPDATE_FILE);
}

int open(const char *name, int flags, ...) { return open_file(name, flags); }
int open64(const char *name, int flags, ...) { return open_file(name, flags); }
int creat(const char *name, mode_t mode) { return open_file(name, O_WRONLY | O_CREAT | O_TRUNC); }
int __open_2(const char *name, int flags) { return open_file(name, flags); }
int __open64_2(const char *name, int flags) { return open_file(name, flags); }

/* ---- pipes ---- */

int pipe(int fds[2]) {
    struct pipe *new = __tw_alloc(sizeof *new, TW_LIBRARY);
    __builtin_memset(new, 0, sizeof *new);
    new->readers = new->writers = 1;
    int out = __tw_open_descriptor(TW_PIPE_OUT), in = __tw_open_descriptor(TW_PIPE_IN);
    descriptors[out].pipe = descriptors[in].pipe = new;
    __tw_access(fds, 2 * sizeof *fds, 1);
    fds[0] = out;
    fds[1] = in;
    return 0;
}

int pipe2(int fds[2], int flags) {
    if (flags & ~O_CLOEXEC) __tw_unsupported("pipe2: flags other than O_CLOEXEC");
    return pipe(fds);
}

/* Takes what is there, at least one byte. 0: nobody can write any more. */
static ssize_t take(struct pipe *pipe, char *to, size_t bytes) {
    char taken[MOST_BYTES];
    size_t count = bytes < pipe->count ? bytes : pipe->count;
    if (!pipe->count) {
        if (pipe->writers) __tw_block(TW_OTHER, TW_NOBODY);
        return 0;
    }
    __builtin_memcpy(taken, pipe->bytes, count);
    pipe->count -= count;
    for (size_t i = 0; i < MOST_BYTES; i++) pipe->bytes[i] = i < pipe->count ? pipe->bytes[i + count] : 0;
    __tw_access(to, count, 1);
    __builtin_memcpy(to, taken, count);
    return (ssize_t)count;
}

static ssize_t append(struct pipe *pipe, const char *from, size_t bytes) {
    if (!pipe->readers) {
        raise(SIGPIPE);
        return fail(EPIPE);
    }
    if (bytes > MOST_BYTES - pipe->count) __tw_unsupported("more than 64 bytes in a pipe");
    __builtin_memcpy(pipe->bytes + pipe->count, from, bytes);
    pipe->count += bytes;
    return (ssize_t)bytes;
}

/* ---- reading and writing ---- */

/* The end of the file, all that is asked for, or one byte. */
static ssize_t read_file(char *to, size_t bytes) {
    switch (__tw_choose(bytes > 1 ? 4 : 2)) {
    case 0: return 0;
    case 2: bytes = 1; break;
    case 3: {
        struct tw_line line;
        __tw_any_word(&line);
        if (line.kind == TW_LONG_LINE || (size_t)line.length > bytes) break;
        __tw_access(to, (size_t)line.length, 1);
        __builtin_memcpy(to, line.text, (size_t)line.length);
        return line.length;
    }
    }
    __tw_any_bytes(to, bytes, 1);
    return (ssize_t)bytes;
}

ssize_t read(int fd, void *p, size_t bytes) {
    __tw_cancel_point();
    struct descriptor *d = find(fd);
    if (!d || d->kind == TW_OUTPUT_FILE || d->kind == TW_PIPE_IN) return fail(EBADF);
    if (d->kind == TW_CONSOLE) __tw_unsupported("read from standard output");
    if (!bytes) return 0;
    if (d->pipe) return take(d->pipe, p, bytes);
    if (__tw_strict_standard && __tw_choose(2)) return fail(EIO);
    return read_file(p, bytes);
}

ssize_t __tw_write(int fd, const void *p, size_t bytes) {
    __tw_cancel_point();
    __tw_access(p, bytes, 0);
    struct descriptor *d = find(fd);
    if (!d || d->kind == TW_INPUT_FILE || d->kind == TW_PIPE_OUT) return fail(EBADF);
    if (d->pipe) return append(d->pipe, p, bytes);
    if (d->kind == TW_CONSOLE) __tw_print(p, bytes);
    else if (__tw_strict_standard && __tw_choose(2)) return fail(ENOSPC);
    return (ssize_t)bytes;
}

ssize_t write(int fd, const void *p, size_t bytes) { return __tw_write(fd, p, bytes); }

__attribute__((noreturn)) void __chk_fail(void);

ssize_t __read_chk(int fd, void *p, size_t bytes, size_t size) {
    if (bytes > size) __chk_fail();
    return read(fd, p, bytes);
}

int fsync(int fd) {
    __tw_cancel_point();
    return find(fd) ? 0 : fail(EBADF);
}

int fdatasync(int fd) { return fsync(fd); }

/* Whether there is such a file is not known. */
int unlink(const char *name) {
    __tw_stream_cancel_point();
    tw_read_string(name);
    return __tw_choose(2) ? fail(ENOENT) : 0;
}

/* ---- unsupported ---- */

off_t lseek(int fd, off_t offset, int from) { __tw_unsupported("lseek"); }
