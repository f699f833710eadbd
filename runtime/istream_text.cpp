// flags: -frtti
/* Input streams: words, lines, skipping. Words and lines from outside are samples (files.c). */
#include "streams.h"
#include <climits>
#include <string>

using std::ios_base;
using std::istream;
using std::streamsize;

namespace {

constexpr int no_char = std::char_traits<char>::eof();

/* Whether there is something to read; otherwise the stream fails. */
bool ready(istream &i) {
    if (i.good() && i.tie()) i.tie()->flush();
    if (!tw::is_console(i)) __tw_access(i.rdbuf(), sizeof(std::streambuf), 1);
    if (!i.good()) i.setstate(ios_base::failbit);
    return i.good();
}

/* The next byte, which stays; `no_char` if there is none, which is noted. */
int peek(istream &i) {
    int c = i.rdbuf()->sgetc();
    if (c == no_char) i.setstate(ios_base::eofbit);
    return c;
}

bool is_space(int c) { return tw::characters()->is(std::ctype_base::space, static_cast<char>(c)); }

/* Whether something follows from outside: a byte that was looked at, which is taken, or what is read next. */
bool follows(istream &i, FILE *file, int &first) {
    first = tw::looked_at(i);
    if (first >= 0 || __tw_input_follows(file)) return true;
    i.setstate(ios_base::eofbit | ios_base::failbit);
    return false;
}

constexpr size_t long_text = 20;

void append(std::string &s, const tw_line &line) {
    if (line.kind == TW_LONG_LINE) s.append(long_text, 'a');
    else s.append(line.text, static_cast<size_t>(line.length));
}

/* Any byte; white space may be skipped before it. */
void byte_from_outside(istream &i, char &c, bool skips, FILE *file) {
    int first = tw::looked_at(i);
    if (skips && first >= 0 && is_space(first)) first = -1;
    if (first < 0 && !__tw_input_follows(file)) {
        i.setstate(ios_base::eofbit | ios_base::failbit);
        return;
    }
    __tw_access(&c, 1, 1);
    int next = first >= 0 ? first : static_cast<int>(__tw_input(8, 0));
    __tw_assume(!skips || !is_space(next));
    c = static_cast<char>(next);
}

void word_from_outside(istream &i, std::string &s, FILE *file) {
    tw_line word;
    int first;
    if (!follows(i, file, first)) return;
    s.clear();
    if (first >= 0 && !is_space(first)) s.push_back(static_cast<char>(first));
    __tw_any_word(&word);
    append(s, word);
    if (i.width() > 0 && s.size() > static_cast<size_t>(i.width())) s.resize(static_cast<size_t>(i.width()));
    else if (__tw_choose(2)) i.setstate(ios_base::eofbit);
    i.width(0);
}

void line_from_outside(istream &i, std::string &s, char delimiter, FILE *file) {
    tw_line line;
    int first;
    if (delimiter != '\n') __tw_unsupported("a line from outside with another end");
    s.clear();
    if (!follows(i, file, first) || first == '\n') return;
    if (first >= 0) s.push_back(static_cast<char>(first));
    __tw_any_line(&line);
    append(s, line);
    if (line.kind == TW_LAST_LINE) i.setstate(ios_base::eofbit);
}

/* A line into an array with room for `most` bytes: how many are stored. A line that does not fit makes the stream fail. */
streamsize part_from_outside(istream &i, char *to, streamsize most, char delimiter, streamsize &taken) {
    std::string line;
    line_from_outside(i, line, delimiter, tw::outside(i));
    if (i.fail()) return 0;
    streamsize n = static_cast<streamsize>(line.size());
    bool fits = n <= most;
    if (!fits) {
        i.setstate(ios_base::failbit);
        n = most;
    }
    __builtin_memcpy(to, line.data(), static_cast<size_t>(n));
    taken = n + (fits && !i.eof());
    return n;
}

/* A whole file is a line of it, or nothing. */
streamsize copy_from_outside(std::streambuf *from, std::streambuf *to, FILE *file) {
    tw_line line;
    std::string text;
    if (from->in_avail() > 0) __tw_unsupported("copying a file behind a byte that was looked at");
    if (!__tw_input_follows(file)) return 0;
    __tw_any_line(&line);
    append(text, line);
    if (line.kind != TW_LAST_LINE) text.push_back('\n');
    return to->sputn(text.data(), static_cast<streamsize>(text.size()));
}

/* How many bytes are skipped from outside: some, perhaps up to the end. */
streamsize skip_outside(istream &i, streamsize most, FILE *file) {
    streamsize n = 1 + (__tw_input(2, 2) & 3), first = tw::looked_at(i) >= 0;
    if (__tw_input_follows(file)) return n < most ? n : most;
    i.setstate(ios_base::eofbit);
    return first;
}

} // namespace

int tw::looked_at(istream &i) { return i.rdbuf()->in_avail() > 0 ? i.rdbuf()->sbumpc() : -1; }

namespace std {

/* From outside there are no two bytes of white space in a row: one more is as good as none. */
template <> istream &ws(istream &i) {
    FILE *file = tw::outside(i);
    bool known = !file || i.rdbuf()->in_avail() > 0;
    for (int c; (c = peek(i)) != no_char && is_space(c); i.rdbuf()->sbumpc()) {
        __tw_assume(known);
        known = !file;
    }
    return i;
}

template <> istream::sentry::sentry(istream &i, bool keeps_spaces) : _M_ok(false) {
    if (i.good() && i.tie()) i.tie()->flush();
    if (i.good() && !keeps_spaces && (i.flags() & ios_base::skipws)) ws(i);
    _M_ok = i.good();
    if (!_M_ok) i.setstate(ios_base::failbit);
}

template <> istream &operator>>(istream &i, char &c) {
    bool skips = i.flags() & ios_base::skipws;
    FILE *file = i.good() ? tw::outside(i) : nullptr;
    if (i.good() && skips && !file) ws(i);
    if (!ready(i)) return i;
    if (file) {
        byte_from_outside(i, c, skips, file);
        return i;
    }
    int next = peek(i);
    if (next == no_char) {
        i.setstate(ios_base::failbit);
        return i;
    }
    i.rdbuf()->sbumpc();
    __tw_access(&c, 1, 1);
    c = static_cast<char>(next);
    return i;
}

template <> istream &operator>>(istream &i, string &s) {
    size_t room = i.width() > 0 ? static_cast<size_t>(i.width()) : s.max_size(), n = 0;
    FILE *file = i.good() ? tw::outside(i) : nullptr;
    if (i.good() && (i.flags() & ios_base::skipws) && !file) ws(i);
    if (!ready(i)) return i;
    if (file) {
        word_from_outside(i, s, file);
        return i;
    }
    s.clear();
    for (int c; n < room && (c = peek(i)) != no_char && !tw::characters()->is(ctype_base::space, static_cast<char>(c)); n++) {
        s.push_back(static_cast<char>(c));
        i.rdbuf()->sbumpc();
    }
    if (i.width()) i.width(0);
    if (!n) i.setstate(ios_base::failbit);
    return i;
}

/* The delimiter is taken and not kept. */
template <> istream &getline(istream &i, string &s, char delimiter) {
    bool any = false;
    if (!ready(i)) return i;
    if (FILE *file = tw::outside(i)) {
        line_from_outside(i, s, delimiter, file);
        return i;
    }
    s.clear();
    for (int c; (c = peek(i)) != no_char;) {
        any = true;
        i.rdbuf()->sbumpc();
        if (static_cast<char>(c) == delimiter) break;
        s.push_back(static_cast<char>(c));
    }
    if (!any) i.setstate(ios_base::failbit);
    return i;
}

template istream &getline(istream &, string &);

template <> istream &istream::getline(char *s, streamsize n, char delimiter) {
    streamsize stored = 0;
    bool found = false;
    _M_gcount = 0;
    __tw_access(s, static_cast<size_t>(n), 1);
    bool good = ready(*this);
    if (good && n > 0 && tw::outside(*this)) {
        stored = part_from_outside(*this, s, n - 1, delimiter, _M_gcount);
    } else if (good) {
        int c;
        while ((c = ::peek(*this)) != no_char && !found) {
            found = static_cast<char>(c) == delimiter;
            if (!found && stored + 1 >= n) break;
            if (!found) s[stored++] = static_cast<char>(c);
            rdbuf()->sbumpc();
            _M_gcount++;
            if (found) break;
        }
        if (!_M_gcount || (!found && c != no_char)) setstate(failbit);
    }
    if (n > 0) s[stored] = 0;
    return *this;
}

/* The delimiter stays. */
template <> istream &istream::get(char *s, streamsize n, char delimiter) {
    streamsize stored = 0;
    _M_gcount = 0;
    __tw_access(s, static_cast<size_t>(n), 1);
    if (ready(*this)) {
        if (tw::outside(*this)) __tw_unsupported("part of a line from outside");
        for (int c; stored + 1 < n && (c = ::peek(*this)) != no_char && static_cast<char>(c) != delimiter; stored++) {
            s[stored] = static_cast<char>(c);
            rdbuf()->sbumpc();
        }
        if (!stored) setstate(failbit);
    }
    _M_gcount = stored;
    if (n > 0) s[stored] = 0;
    return *this;
}

template <> istream &istream::ignore(streamsize n) { return ignore(n, no_char); }

template <> istream &istream::ignore(streamsize n, int delimiter) {
    _M_gcount = 0;
    if (!ready(*this)) return *this;
    FILE *file = tw::outside(*this);
    if (file && n > 1) {
        _M_gcount = skip_outside(*this, n, file);
        return *this;
    }
    for (int c; _M_gcount < n && (c = ::peek(*this)) != no_char;) {
        rdbuf()->sbumpc();
        _M_gcount++;
        if (c == delimiter) break;
    }
    return *this;
}

/* What `stream << buffer` copies. */
template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &to_the_end) {
    streamsize n = 0;
    to_the_end = true;
    if (FILE *file = tw::outside(from)) return copy_from_outside(from, to, file);
    for (int c = from->sgetc(); c != no_char; c = from->snextc(), n++)
        if (to->sputc(static_cast<char>(c)) == no_char) {
            to_the_end = false;
            break;
        }
    return n;
}

template streamsize __copy_streambufs(streambuf *, streambuf *);

} // namespace std
