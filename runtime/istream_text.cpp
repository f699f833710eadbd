// flags: -frtti
/* Input streams: words, lines, skipping. */
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

} // namespace

namespace std {

template <> istream &operator>>(istream &i, string &s) {
    size_t room = i.width() > 0 ? static_cast<size_t>(i.width()) : s.max_size(), n = 0;
    if (i.good() && (i.flags() & ios_base::skipws)) ws(i);
    if (!ready(i)) return i;
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
    if (ready(*this)) {
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

template <> istream &istream::ignore(streamsize n) { return ignore(n, no_char); }

template <> istream &istream::ignore(streamsize n, int delimiter) {
    _M_gcount = 0;
    if (!ready(*this)) return *this;
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
    for (int c = from->sgetc(); c != no_char; c = from->snextc(), n++)
        if (to->sputc(static_cast<char>(c)) == no_char) {
            to_the_end = false;
            break;
        }
    return n;
}

template streamsize __copy_streambufs(streambuf *, streambuf *);

} // namespace std
