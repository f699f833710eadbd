/* Class hierarchies at run time: which handler catches what, dynamic_cast, what may be deleted as what.
 *
 * A class object contains subobjects, one for each way through non-virtual bases; two ways lead to the same subobject
 * if and only if type and address are the same. Not modelled: handlers for pointers to members with other
 * qualifications or of another class than what is thrown. */
#include "cxx.h"

using tw::Base;
using tw::Info;
using tw::Multiple;
using tw::Pointer;
using tw::Single;

extern "C" {
extern const void *const tw_class[] asm("_ZTVN10__cxxabiv117__class_type_infoE");
extern const void *const tw_single[] asm("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern const void *const tw_multiple[] asm("_ZTVN10__cxxabiv121__vmi_class_type_infoE");
extern const void *const tw_pointer[] asm("_ZTVN10__cxxabiv119__pointer_type_infoE");
extern const void *const tw_member[] asm("_ZTVN10__cxxabiv129__pointer_to_member_type_infoE");
extern const void *const tw_function[] asm("_ZTVN10__cxxabiv120__function_type_infoE");
}

namespace {

/* The address in a type_info object is that of the first virtual function: two words into the vtable. */
bool is(const Info *type, const void *const *vtable) { return type->vptr == vtable + 2; }
bool is_class(const Info *type) { return is(type, tw_class) || is(type, tw_single) || is(type, tw_multiple); }

bool same_text(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

bool same(const Info *a, const Info *b) { return a == b || a->name == b->name || same_text(a->name, b->name); }
bool named(const Info *type, const char *name) { return same_text(type->name, name); }

/* Where a base lies in an object; virtual bases of no object (null) are nowhere: null. */
char *base_in(const Base &base, char *object) {
    long offset = base.offset_flags >> 8;
    if (!object) return nullptr;
    if (!(base.offset_flags & 1)) return object + offset;
    char *vtable = *reinterpret_cast<char **>(object);
    return object + *reinterpret_cast<__PTRDIFF_TYPE__ *>(vtable + offset);
}

/* Calls `visit(type, object, is_public)` for a class object and, way by way, for its subobjects. */
template <class Visit> void subobjects(const Info *type, char *object, bool is_public, Visit &visit) {
    visit(type, object, is_public);
    if (is(type, tw_single)) subobjects(static_cast<const Single *>(type)->base, object, is_public, visit);
    if (!is(type, tw_multiple)) return;
    auto multiple = static_cast<const Multiple *>(type);
    for (unsigned i = 0; i < multiple->count; i++) {
        const Base &base = multiple->bases[i];
        subobjects(base.type, base_in(base, object), is_public && (base.offset_flags & 2), visit);
    }
}

/* The subobjects of one type: one of them, whether there are more, whether a public way leads to it. */
struct Find {
    const Info *wanted;
    char *found;
    bool any, many, is_public;

    void operator()(const Info *type, char *object, bool way_is_public) {
        if (!same(type, wanted)) return;
        if (any && object != found) many = true;
        any = true;
        found = object;
        is_public |= way_is_public;
    }

    bool unique() const { return any && !many && is_public; }
};

Find find(const Info *wanted, const Info *type, char *object) {
    Find f = {wanted, nullptr, false, false, false};
    subobjects(type, object, true, f);
    return f;
}

/* The ways to one certain subobject. */
struct Reach {
    const Info *wanted;
    char *where;
    bool any, is_public;

    void operator()(const Info *type, char *object, bool way_is_public) {
        if (object != where || !same(type, wanted)) return;
        any = true;
        is_public |= way_is_public;
    }
};

Reach reach(const Info *wanted, char *where, const Info *type, char *object) {
    Reach r = {wanted, where, false, false};
    subobjects(type, object, true, r);
    return r;
}

/* Objects of the target type that contain the subobject a dynamic_cast starts from. */
struct Down {
    const Info *target, *source;
    char *from, *found;
    bool many, is_public;

    void operator()(const Info *type, char *object, bool) {
        if (!same(type, target)) return;
        Reach r = reach(source, from, type, object);
        if (!r.any) return;
        if (found && object != found) many = true;
        found = object;
        is_public = r.is_public;
    }
};

constexpr unsigned cv = 7, function = 0x60;

/* Whether a pointer with the qualifiers `thrown` may become one with the qualifiers `handler`. */
bool qualifiers_fit(unsigned handler, unsigned thrown) {
    return (thrown & cv & ~handler) == 0 && (handler & function & ~thrown) == 0;
}

/* `outer_const`: all levels above are const, so that qualifiers may be added here. */
bool pointer_catches(const Pointer *handler, const Pointer *thrown, bool outer_const, bool first, void **object) {
    if (!qualifiers_fit(handler->flags, thrown->flags)) return false;
    if (!outer_const && (handler->flags ^ thrown->flags) & (cv | function)) return false;
    const Info *to = handler->pointee, *from = thrown->pointee;
    if (same(to, from)) return true;
    if (is(to, tw_pointer) && is(from, tw_pointer))
        return pointer_catches(static_cast<const Pointer *>(to), static_cast<const Pointer *>(from),
                               outer_const && (handler->flags & 1), false, object);
    if (!first) return false;
    if (named(to, "v")) return !is(from, tw_function);
    if (!is_class(to) || !is_class(from)) return false;
    Find base = find(to, from, static_cast<char *>(*object));
    if (base.unique()) *object = base.found;
    return base.unique();
}

bool catches_pointer(const Info *handler, const Info *thrown, void **object) {
    void *value = *static_cast<void **>(*object);
    if (!same(handler, thrown) && !pointer_catches(static_cast<const Pointer *>(handler),
                                                   static_cast<const Pointer *>(thrown), true, true, &value))
        return false;
    *object = value;
    return true;
}

} // namespace

bool tw::catches(const Info *handler, const Info *thrown, void **object) {
    if (is(handler, tw_pointer) && is(thrown, tw_pointer)) return catches_pointer(handler, thrown, object);
    if (same(handler, thrown)) return true;
    if (named(thrown, "Dn") && is(handler, tw_pointer)) {
        *object = nullptr;
        return true;
    }
    if (named(thrown, "Dn") && is(handler, tw_member)) __tw_unsupported("nullptr caught as a pointer to a member");
    if (!is_class(handler) || !is_class(thrown)) return false;
    Find base = find(handler, thrown, static_cast<char *>(*object));
    if (base.unique()) *object = base.found;
    return base.unique();
}

/* [expr.dynamic.cast]: down to the one object of the target type that contains `from` as a public base, or else
 * across to the one public base of that type in the whole object. */
extern "C" void *__dynamic_cast(const void *from, const Info *source, const Info *target, __PTRDIFF_TYPE__) {
    char *object = const_cast<char *>(static_cast<const char *>(from));
    __tw_access(from, sizeof(void *), 0);
    auto vtable = *reinterpret_cast<const __PTRDIFF_TYPE__ *const *>(from);
    char *whole = object + vtable[-2];
    const Info *type = reinterpret_cast<const Info *const *>(vtable)[-1];
    Down down = {target, source, object, nullptr, false, false};
    subobjects(type, whole, true, down);
    if (down.found && !down.many && down.is_public) return down.found;
    if (!reach(source, object, type, whole).is_public) return nullptr;
    Find across = find(target, type, whole);
    return across.unique() ? across.found : nullptr;
}

/* In front of a delete expression whose static type has no virtual destructor (crates/llvm/src/deletes.rs): it is the type of the
 * object ([expr.delete]). What is no object is left to the deletion. */
extern "C" void __tw_deleted_as(const void *object, const Info *type) {
    if (__tw_is_pointer(object) != 1) return;
    auto vtable = *static_cast<const Info *const *const *>(object);
    if (__tw_is_pointer(vtable) == 1 && !same(vtable[-1], type))
        __tw_undefined(TW_FREE, "an object is deleted as its base class, whose destructor is not virtual");
}
