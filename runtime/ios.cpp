// flags: -frtti
/* The bases of streams, and std::cout, std::cerr, std::clog, std::cin.
 *
 * Output goes to the trace at once. What is read from std::cin comes from outside (istream.cpp, istream_text.cpp), byte
 * by byte from the standard input of C. Not modelled: wide streams, callbacks, iword and pword, locales. */
#include "streams.h"
#include "cxx.h"
#include <cstdio>
#include <ios>
#include <system_error>

namespace {

class Console final : public std::streambuf {
  public:
    ~Console() override;

  protected:
    std::streamsize xsputn(const char *text, std::streamsize n) override {
        __tw_print(text, static_cast<size_t>(n));
        return n;
    }

    int overflow(int c) override {
        char text = static_cast<char>(c);
        if (c != traits_type::eof()) __tw_print(&text, 1);
        return c == traits_type::eof() ? 0 : c;
    }

    int underflow() override {
        int c = fgetc(stdin);
        byte = static_cast<char>(c);
        if (c != EOF) setg(&byte, &byte, &byte + 1);
        return c;
    }

    std::streamsize xsgetn(char *to, std::streamsize n) override {
        std::streamsize first = n > 0 && gptr() < egptr();
        if (first) *to = static_cast<char>(sbumpc());
        return n <= 0 ? 0 : first + static_cast<std::streamsize>(fread(to + first, 1, static_cast<size_t>(n - first), stdin));
    }

  private:
    char byte = 0;
};

Console::~Console() = default;

template <class T> struct alignas(T) Storage {
    char bytes[sizeof(T)];
    T *get() { return reinterpret_cast<T *>(bytes); }
};

Storage<Console> console;
bool constructed;

} // namespace

extern "C" {

Storage<std::ostream> tw_cout asm("_ZSt4cout");
Storage<std::ostream> tw_cerr asm("_ZSt4cerr");
Storage<std::ostream> tw_clog asm("_ZSt4clog");
Storage<std::istream> tw_cin asm("_ZSt3cin");

} // extern "C"

bool tw::is_console(const std::ios &stream) { return stream.rdbuf() == console.get(); }
FILE *tw::outside(std::streambuf *buffer) { return buffer == console.get() ? stdin : file_of(buffer); }

namespace std {

ios_base::ios_base() noexcept
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(),
      _M_word_size(_S_local_word_size), _M_word(_M_local_word) {}

ios_base::~ios_base() = default;

void ios_base::_M_init() noexcept {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
}

/* Nobody can register callbacks. */
void ios_base::_M_call_callbacks(event) noexcept {}
void ios_base::_M_dispose_callbacks() noexcept {}
locale ios_base::imbue(const locale &) noexcept { return locale(); }

void ios_base::_M_move(ios_base &from) noexcept {
    _M_precision = from._M_precision;
    _M_width = from._M_width;
    _M_flags = from._M_flags;
    _M_exception = from._M_exception;
    _M_streambuf_state = from._M_streambuf_state;
}

bool ios_base::sync_with_stdio(bool) { return true; }

/* Constructors of each source file that includes <iostream> come here; the first one makes the streams. */
ios_base::Init::Init() {
    if (constructed) return;
    constructed = true;
    streambuf *buffer = new (console.bytes) Console;
    new (tw_cout.bytes) ostream(buffer);
    new (tw_cerr.bytes) ostream(buffer);
    new (tw_clog.bytes) ostream(buffer);
    new (tw_cin.bytes) istream(buffer);
    tw_cerr.get()->setf(unitbuf);
}

ios_base::Init::~Init() = default;

ios_base::failure::failure(const string &s) : system_error(io_errc::stream, s) {}
ios_base::failure::failure(const string &s, const error_code &c) : system_error(c, s) {}
ios_base::failure::failure(const char *s, const error_code &c) : system_error(c, s) {}
ios_base::failure::~failure() = default;
const char *ios_base::failure::what() const noexcept { return system_error::what(); }

namespace {

struct Stream final : error_category {
    const char *name() const noexcept override { return "iostream"; }
    string message(int) const override { return "iostream error"; }
};

[[clang::no_destroy]] constinit const Stream errors;

} // namespace

const error_category &iostream_category() noexcept { return errors; }

void __throw_ios_failure(const char *s) { tw::raise<ios_base::failure>(s, make_error_code(io_errc::stream)); }
void __throw_ios_failure(const char *s, int e) { tw::raise<ios_base::failure>(s, error_code(e, generic_category())); }

template <> void basic_ios<char>::_M_cache_locale(const locale &) {
    _M_ctype = tw::characters();
    _M_num_put = nullptr;
    _M_num_get = nullptr;
}

template <> const ctype<char> &use_facet<ctype<char>>(const locale &) { return *tw::characters(); }
template <> bool has_facet<ctype<char>>(const locale &) noexcept { return true; }

template class basic_ios<char>;
template class basic_streambuf<char>;

} // namespace std
