//! Deleting an object as its base class, made visible.
//!
//! Where the static type of what a `delete` deletes has no virtual destructor, it is the type of the object ([expr.delete], paragraph 3).
//! Code tells both types apart by their sizes only (`runtime/new_delete.cpp`). Where clang warns that a class with virtual functions is deleted
//! like this, the source is preprocessed, and each operand `p` of a `delete` becomes `::__tw_deleted(p)`, which tells the library model the
//! static type (`runtime/hierarchy.cpp`); the object says its own.
//!
//! An operand ends at the first comma, colon or closing bracket that belongs to something around it: a `delete` has no value, so no operator follows,
//! and the operand itself has no binary one, so `<` opens a list of arguments. Left as they are: `delete[]`, and sources with raw strings.

use crate::tokens::Tokens;

/// What a rewritten source begins with. Operands that are no pointers to complete types are passed on. `CONSTEXPR` stands for the word
/// where the source has it: then an operand may be one of a constant expression.
const PROLOGUE: &str = "\
extern \"C\" void __tw_deleted_as(const volatile void *, const void *) __attribute__((nothrow)); \
namespace std { class type_info; } \
template <class T, bool> struct __tw_static { \
  static inline __attribute__((always_inline, nodebug)) const void *type() { return 0; } }; \
template <class T> struct __tw_static<T, true> { \
  static inline __attribute__((always_inline, nodebug)) const void *type() { return &typeid(T); } }; \
template <class T> CONSTEXPR inline __attribute__((always_inline, nodebug)) T *__tw_deleted(T *p, char (*)[sizeof(T)] = 0) { \
  return __is_polymorphic(T) && !__has_virtual_destructor(T) && !__builtin_is_constant_evaluated() && p \
    ? (__tw_deleted_as(p, __tw_static<T, __is_polymorphic(T) && !__has_virtual_destructor(T)>::type()), p) : p; } \
template <class T> CONSTEXPR inline __attribute__((always_inline, nodebug)) T &&__tw_deleted(T &&p) { \
  return static_cast<T &&>(p); }\n";

/// What clang is asked to say, if only for [`suspected`].
pub(crate) const FLAGS: [&str; 2] = ["-Wdelete-non-virtual-dtor", "-Wno-error=delete-non-virtual-dtor"];

/// A warning that clang does not give by itself.
const OWN: &str = "[-Wdelete-non-abstract-non-virtual-dtor]";

/// Whether clang said that a class with virtual functions is deleted whose destructor is not virtual, or was told not to.
pub(crate) fn suspected(said: &str, args: &[String]) -> bool {
    // text: the names of clang's warnings
    let silenced =
        |arg: &String| matches!(arg.as_str(), "-w" | "-Wno-everything") || arg.starts_with("-Wno-delete-");
    said.contains(OWN) || said.contains("[-Wdelete-abstract-non-virtual-dtor]") || args.iter().any(silenced)
}

/// What clang said, without the warning that nobody but us has asked for.
pub(crate) fn for_users(said: &str, args: &[String]) -> String {
    // text: a user's own warnings, and the form of clang's
    if args.iter().any(|arg| arg.starts_with("-W")) || !said.contains(OWN) {
        return said.to_owned();
    }
    let (mut out, mut included, mut own) = (String::new(), String::new(), false);
    for line in said.split_inclusive('\n') {
        // text: the same
        if line.starts_with("In file included from ") {
            included.push_str(line);
            continue;
        }
        if line.contains(": warning: ") || line.contains(": error: ") {
            own = line.contains(OWN);
        }
        let above = std::mem::take(&mut included);
        // text: how many warnings there are
        if !own && !line.trim_end().ends_with(" generated.") {
            out.push_str(&above);
            out.push_str(line);
        }
    }
    out
}

/// The preprocessed text with visible operands, if there are some.
pub(crate) fn rewrite(text: &str) -> Option<String> {
    let start = text.as_ptr().addr();
    let tokens: Vec<(&str, usize)> =
        Tokens::new(text).map(|(token, _)| (token, token.as_ptr().addr() - start)).collect();
    let adjacent =
        |at: usize| tokens.get(at + 1).is_some_and(|next| tokens[at].1 + tokens[at].0.len() == next.1);
    let raw = |at: usize| tokens[at].0.ends_with('R') && adjacent(at) && tokens[at + 1].0.starts_with('"');
    if (0..tokens.len()).any(raw) {
        return None;
    }
    let mut inserts: Vec<(usize, &str)> = Vec::new();
    for at in 1..tokens.len() {
        let is_operator = matches!(tokens[at - 1].0, "=" | "operator");
        let is_array = tokens.get(at + 1).is_some_and(|(next, _)| *next == "[");
        if tokens[at].0 == "delete"
            && !is_operator
            && !is_array
            && let Some(end) = operand_end(&tokens, at + 1)
        {
            inserts.push((tokens[at].1 + "delete".len(), " ::__tw_deleted("));
            inserts.push((tokens[end - 1].1 + tokens[end - 1].0.len(), ")"));
        }
    }
    inserts.sort_by_key(|(at, _)| *at);
    let has_word = tokens.iter().any(|(token, _)| *token == "constexpr");
    let mut out = PROLOGUE.replace("CONSTEXPR", if has_word { "constexpr" } else { "" });
    let mut done = 0;
    for (at, what) in &inserts {
        out.push_str(&text[done..*at]);
        out.push_str(what);
        done = *at;
    }
    out.push_str(&text[done..]);
    out.push_str(&crate::folded::mark());
    (!inserts.is_empty()).then_some(out)
}

/// The token behind the operand that begins at a token.
fn operand_end(tokens: &[(&str, usize)], first: usize) -> Option<usize> {
    let (mut brackets, mut lists) = (0usize, 0usize);
    let token = |at: usize| tokens.get(at).map_or("", |(token, _)| *token);
    for at in first..tokens.len() {
        match token(at) {
            "(" | "[" | "{" => brackets += 1,
            ")" | "]" | "}" if brackets == 0 => return (at > first).then_some(at),
            ")" | "]" | "}" => brackets -= 1,
            _ if brackets > 0 => {}
            ";" => return (at > first).then_some(at),
            "<" => lists += 1,
            ">" if token(at - 1) != "-" => lists = lists.saturating_sub(1),
            "," if lists == 0 => return (at > first).then_some(at),
            ":" if lists == 0 && token(at - 1) != ":" && token(at + 1) != ":" => {
                return (at > first).then_some(at);
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{PROLOGUE, for_users, rewrite};

    fn rewritten(text: &str) -> Option<String> {
        let out = rewrite(text)?;
        let rest = out.strip_prefix(&PROLOGUE.replace("CONSTEXPR", ""))?;
        Some(rest[..rest.len() - crate::folded::mark().len()].to_owned())
    }

    #[test]
    fn operands_end_where_the_expression_does() {
        for (before, after) in [
            ("void f() { delete p; }", "void f() { delete ::__tw_deleted( p); }"),
            ("; delete (p), q;", "; delete ::__tw_deleted( (p)), q;"),
            (
                "; c ? delete a->b[1] : delete n::x;",
                "; c ? delete ::__tw_deleted( a->b[1]) : delete ::__tw_deleted( n::x);",
            ),
            ("; (::delete *f<a, b>(x, y));", "; (::delete ::__tw_deleted( *f<a, b>(x, y)));"),
            (
                "; delete static_cast<m<int, int> *>(p);",
                "; delete ::__tw_deleted( static_cast<m<int, int> *>(p));",
            ),
            ("; delete g(delete p, q);", "; delete ::__tw_deleted( g(delete ::__tw_deleted( p), q));"),
        ] {
            assert_eq!(rewritten(before).as_deref(), Some(after));
        }
    }

    #[test]
    fn the_warning_is_for_those_who_ask() {
        let said = "In file included from a.cpp:1:\n\
            b.h:2:3: warning: delete called on … [-Wdelete-non-abstract-non-virtual-dtor]\n    2 | delete p;\n      | ^\n\
            a.cpp:4:5: note: in instantiation\nIn file included from a.cpp:1:\n\
            b.h:3:1: warning: another [-Wother]\n2 warnings generated.\n";
        let rest = "In file included from a.cpp:1:\nb.h:3:1: warning: another [-Wother]\n";
        assert_eq!(for_users(said, &[]), rest);
        assert_eq!(for_users(said, &["-Wall".to_owned()]), said);
        assert_eq!(for_users(rest, &[]), rest);
    }

    #[test]
    fn other_uses_of_the_word_stay() {
        for text in [
            "; A(const A &) = delete;",
            "; void operator delete(void *);",
            "; delete[] p; delete [] q;",
            "; f(R\"(delete p;)\"); delete p;",
            "; \"delete p;\"; // delete q;",
        ] {
            assert_eq!(rewritten(text), None, "{text}");
        }
    }
}
