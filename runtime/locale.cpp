// flags: -frtti
/* Locales: there is only the classic one, which has no state. Of its facets only ctype<char> exists; streams format and
 * read numbers by themselves (ostream.cpp, istream.cpp). */
#include "streams.h"

namespace std {

locale::locale() noexcept : _M_impl(nullptr) {}
locale::locale(const locale &) noexcept : _M_impl(nullptr) {}
locale::~locale() noexcept = default;
const locale &locale::operator=(const locale &) noexcept { return *this; }
bool locale::operator==(const locale &) const noexcept { return true; }

const locale &locale::classic() {
    static const void *const impl = nullptr;
    return reinterpret_cast<const locale &>(impl);
}

locale locale::global(const locale &) { return locale(); }
locale::facet::~facet() = default;

ctype<char>::~ctype() = default;

char ctype<char>::do_toupper(char c) const { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char ctype<char>::do_tolower(char c) const { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

const char *ctype<char>::do_toupper(char *from, const char *to) const {
    for (; from < to; from++) *from = do_toupper(*from);
    return to;
}

const char *ctype<char>::do_tolower(char *from, const char *to) const {
    for (; from < to; from++) *from = do_tolower(*from);
    return to;
}

void ctype<char>::_M_widen_init() const {}
void ctype<char>::_M_narrow_init() const {}

} // namespace std
