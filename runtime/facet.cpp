/* The facet ctype<char> of the classic locale, as a constant: which characters are letters, digits, …. */
#include "streams.h"
#include <cctype>

extern "C" const void *const tw_ctype_vtable[16] asm("_ZTVSt5ctypeIcE");

namespace {

struct Masks {
    unsigned short of[256];
};

constexpr bool within(int c, int low, int high) { return c >= low && c <= high; }

constexpr unsigned short mask(int c) {
    bool upper = within(c, 'A', 'Z'), lower = within(c, 'a', 'z'), digit = within(c, '0', '9');
    bool hex = digit || within(c, 'a', 'f') || within(c, 'A', 'F'), graph = within(c, '!', '~');
    int m = 0;
    if (upper) m |= _ISupper;
    if (lower) m |= _ISlower;
    if (upper || lower) m |= _ISalpha;
    if (digit) m |= _ISdigit;
    if (hex) m |= _ISxdigit;
    if (c == ' ' || within(c, '\t', '\r')) m |= _ISspace;
    if (c == ' ' || c == '\t') m |= _ISblank;
    if (c == ' ' || graph) m |= _ISprint;
    if (graph) m |= _ISgraph;
    if (c < 32 || c == 127) m |= _IScntrl;
    if (graph && !upper && !lower && !digit) m |= _ISpunct;
    if (upper || lower || digit) m |= _ISalnum;
    return c < 128 ? static_cast<unsigned short>(m) : 0;
}

constexpr Masks all_masks() {
    Masks m = {};
    for (int c = 0; c < 256; c++) m.of[c] = mask(c);
    return m;
}

constexpr Masks masks = all_masks();

struct Characters {
    char at[256];
};

constexpr Characters identity() {
    Characters t = {};
    for (int c = 0; c < 256; c++) t.at[c] = static_cast<char>(c);
    return t;
}

/* The members of std::ctype<char>, those of its base first. */
struct Image {
    const void *vptr;
    int references;
    void *locale;
    bool owns_table;
    const int *upper, *lower;
    const unsigned short *table;
    char widen_known;
    Characters widen, narrow;
    char narrow_known;
};
static_assert(sizeof(Image) == sizeof(std::ctype<char>), "the image has the layout of the class");

constexpr Characters same = identity();
const Image image = {tw_ctype_vtable + 2, 1, nullptr, false, nullptr, nullptr, masks.of, 1, same, same, 1};

} // namespace

const std::ctype<char> *tw::characters() { return reinterpret_cast<const std::ctype<char> *>(&image); }
