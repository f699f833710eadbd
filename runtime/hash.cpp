/* Hash tables (std::unordered_map, …): numbers of buckets, hash values of bytes.
 *
 * The numbers of buckets are 1, 2, 3, 7, 15, …: any would do. They, the hash values and so the order of iteration are
 * not those of a certain library. */
#include "threadwise.h"
#include <unordered_map>

namespace {

/* The next number of buckets. */
size_t at_least(size_t n) {
    size_t buckets = 3;
    while (buckets < n) buckets = 2 * buckets + 1;
    return buckets;
}

/* Elements that fit: load factor times buckets, rounded down. */
size_t capacity(size_t buckets, float load) { return static_cast<size_t>(static_cast<double>(buckets) * load); }

} // namespace

namespace std {

namespace __detail {

size_t _Prime_rehash_policy::_M_next_bkt(size_t n) const {
    size_t buckets = n <= 1 ? 1 : n == 2 ? 2 : at_least(n);
    _M_next_resize = capacity(buckets, _M_max_load_factor);
    return buckets;
}

/* Whether `added` more elements need more buckets, and how many. */
pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t added) const {
    size_t wanted = elements + added;
    __tw_access(this, sizeof *this, 0);
    if (wanted <= _M_next_resize) return {false, 0};
    if (wanted <= capacity(buckets, _M_max_load_factor)) {
        __tw_access(this, sizeof *this, 1);
        _M_next_resize = capacity(buckets, _M_max_load_factor);
        return {false, 0};
    }
    size_t least = static_cast<size_t>(static_cast<double>(wanted) / _M_max_load_factor) + 1;
    __tw_access(this, sizeof *this, 1);
    return {true, _M_next_bkt(least > 2 * buckets ? least : 2 * buckets)};
}

} // namespace __detail

size_t _Hash_bytes(const void *bytes, size_t n, size_t seed) {
    auto p = static_cast<const unsigned char *>(bytes);
    size_t hash = seed;
    __tw_access(bytes, n, 0);
    for (size_t i = 0; i < n; i++) hash = 31 * hash + p[i];
    return hash;
}

size_t _Fnv_hash_bytes(const void *bytes, size_t n, size_t seed) { return _Hash_bytes(bytes, n, seed); }

} // namespace std
