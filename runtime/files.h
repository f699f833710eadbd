/* What the models of files share: descriptors, streams, and text that comes from outside. */
#ifndef THREADWISE_FILES_H
#define THREADWISE_FILES_H
#include "threadwise.h"
#include <stdio.h>
#ifdef __cplusplus
extern "C" {
#endif

/* The program's text is read here; its length. (A compiler may leave out strlen.) */
static inline size_t tw_read_string(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    __tw_access(s, n + 1, 0);
    return n;
}

/* What a descriptor stands for. TW_PIPE_OUT: what comes out of a pipe is read here. */
enum { TW_CLOSED, TW_CONSOLE, TW_INPUT_FILE, TW_OUTPUT_FILE, TW_UPDATE_FILE, TW_PIPE_OUT, TW_PIPE_IN };

/* Opens the least descriptor that is free; closes one (-1: it is not open). */
int __tw_open_descriptor(int kind);
int __tw_close_descriptor(int fd);

/* write, whatever the program calls so. */
ssize_t __tw_write(int fd, const void *p, size_t bytes);

/* The file of this name is written; whether the program may have written it. */
void __tw_file_written(const char *name);
int __tw_is_file_written(const char *name);

/* Whether a stream has something to read, which the caller then takes: it is at its end otherwise, or has failed. */
int __tw_input_follows(FILE *file);

/* What was read may stand right before the end. */
void __tw_input_ends(FILE *file);

/* How a line from outside looks. */
enum { TW_EMPTY_LINE, TW_SHORT_LINE, TW_LONG_LINE, TW_LAST_LINE };

/* A sample of a line without its end: some text, or as many bytes as its reader can take. */
struct tw_line {
    int kind;
    int length;
    char text[20];
};
void __tw_any_line(struct tw_line *line);

/* A sample of a word: at least one byte, no white space. kind: TW_SHORT_LINE or TW_LONG_LINE. */
void __tw_any_word(struct tw_line *word);

/* Bytes from outside for memory of the program, at least one; elements have `unit` bytes. One byte is any byte. */
void __tw_any_bytes(char *to, size_t bytes, size_t unit);

/* A sample of a floating-point number. */
double __tw_any_number(void);

#ifdef __cplusplus
}
#endif
#endif
