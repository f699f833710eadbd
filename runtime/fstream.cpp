// flags: -frtti
/* File streams: a buffer of one byte over the streams of C (stdio.c), so that a file may be missing, what is written is
 * forgotten, and what is read is any byte or a sample. */
#include "streams.h"
#include <cstdio>
#include <fstream>

using std::filebuf;
using std::ios_base;
using std::streamsize;

namespace {

/* [filebuf.members]: the mode of fopen; null if there is none. */
const char *mode_of(ios_base::openmode mode) {
    bool in = mode & ios_base::in, out = mode & ios_base::out, app = mode & ios_base::app, trunc = mode & ios_base::trunc;
    if (app) return trunc ? nullptr : in ? "a+" : "a";
    if (!out) return in && !trunc ? "r" : nullptr;
    return !in ? "w" : trunc ? "w+" : "r+";
}

struct Opened : filebuf {
    FILE *file() { return _M_file.file(); }
};

FILE *file_in(filebuf *buffer) { return static_cast<Opened *>(buffer)->file(); }

} // namespace

FILE *tw::file_of(std::streambuf *buffer) {
    auto files = dynamic_cast<filebuf *>(buffer);
    return files ? file_in(files) : nullptr;
}

namespace std {

__basic_file<char>::__basic_file(__c_lock *) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }
bool __basic_file<char>::is_open() const throw() { return _M_cfile; }
FILE *__basic_file<char>::file() throw() { return _M_cfile; }

__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int) {
    const char *how = mode_of(mode);
    if (!_M_cfile && how) _M_cfile = fopen(name, how);
    else return nullptr;
    return _M_cfile ? this : nullptr;
}

__basic_file<char> *__basic_file<char>::close() {
    FILE *file = _M_cfile;
    _M_cfile = nullptr;
    return file && !fclose(file) ? this : nullptr;
}

template <>
filebuf::basic_filebuf()
    : _M_lock(), _M_file(&_M_lock), _M_mode(), _M_state_beg(), _M_state_cur(), _M_state_last(), _M_buf(), _M_buf_size(),
      _M_buf_allocated(), _M_reading(), _M_writing(), _M_pback(), _M_pback_cur_save(), _M_pback_end_save(),
      _M_pback_init(), _M_codecvt(), _M_ext_buf(), _M_ext_buf_size(), _M_ext_next(), _M_ext_end() {}

template <> filebuf *filebuf::open(const char *name, ios_base::openmode mode) {
    if (is_open() || !_M_file.open(name, mode)) return nullptr;
    _M_mode = mode;
    if (mode & ios_base::ate) fseek(file_in(this), 0, SEEK_END);
    return this;
}

template <> filebuf *filebuf::close() {
    setg(nullptr, nullptr, nullptr);
    _M_mode = ios_base::openmode();
    return _M_file.close() ? this : nullptr;
}

template <> int filebuf::underflow() {
    int c = is_open() ? fgetc(file_in(this)) : EOF;
    if (c == EOF) return traits_type::eof();
    _M_pback = static_cast<char>(c);
    setg(&_M_pback, &_M_pback, &_M_pback + 1);
    return c;
}

template <> int filebuf::overflow(int c) {
    if (!is_open()) return traits_type::eof();
    if (c == traits_type::eof()) return 0;
    return fputc(c, file_in(this));
}

template <> streamsize filebuf::xsputn(const char *text, streamsize n) {
    return is_open() ? static_cast<streamsize>(fwrite(text, 1, static_cast<size_t>(n), file_in(this))) : 0;
}

template <> streamsize filebuf::xsgetn(char *to, streamsize n) {
    if (!is_open() || n <= 0) return 0;
    streamsize first = gptr() < egptr();
    if (first) *to = static_cast<char>(sbumpc());
    return first + static_cast<streamsize>(fread(to + first, 1, static_cast<size_t>(n - first), file_in(this)));
}

/* A byte that was just read can be put back by the base class; no other one. */
template <> int filebuf::pbackfail(int) { __tw_unsupported("putting back several bytes into a file"); }

template <> int filebuf::sync() { return is_open() ? fflush(file_in(this)) : 0; }
template <> void filebuf::imbue(const locale &) {}
template <> streambuf *filebuf::setbuf(char *, streamsize) { return this; }
template <> streamsize filebuf::showmanyc() { return 0; }

template <> filebuf::pos_type filebuf::seekoff(off_type offset, ios_base::seekdir from, ios_base::openmode) {
    if (!is_open()) return pos_type(off_type(-1));
    bool asks = !offset && from == ios_base::cur;
    int origin = from == ios_base::beg ? SEEK_SET : from == ios_base::cur ? SEEK_CUR : SEEK_END;
    if (!asks) {
        setg(nullptr, nullptr, nullptr);
        if (fseek(file_in(this), static_cast<long>(offset), origin)) return pos_type(off_type(-1));
    }
    return pos_type(off_type(ftell(file_in(this))));
}

template <> filebuf::pos_type filebuf::seekpos(pos_type position, ios_base::openmode mode) {
    return seekoff(off_type(position), ios_base::beg, mode);
}

template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

} // namespace std
