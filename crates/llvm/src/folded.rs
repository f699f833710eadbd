//! Undefined arithmetic in initialisers that clang evaluates.
//!
//! clang computes `int a[2] = {1 << 32, 0}` and `int g = f(INT_MAX)` itself, without a check, although the program does it when it runs (in C,
//! an initialiser of a static variable must be constant, and such a one has no value: C17 6.6p4). So the source is preprocessed, and each
//! arithmetic part of constants in an initialiser, and of the length of an array, is evaluated once more behind its declaration, where clang does not
//! fold it. A check that fails always then, and has no counterpart in the original code, is one that clang has left out: the program keeps
//! the second evaluation of the parts on these lines. All other programs stay as they are.
//!
//! Not looked at: initialisers in classes and in parentheses, of templates and of members defined outside of their class, and those with braces
//! inside of an expression; where the second evaluation does not compile.

use crate::checks::is_check;
use crate::ffi::{self, BlockRef, Context, Value};
use crate::tokens::Tokens;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use std::collections::{HashMap, HashSet};
use std::path::{PathBuf, absolute};

/// A line of a source, whose path is absolute.
pub(crate) type Line = (PathBuf, u32);

/// The name of a variable that says that columns are not those of the source.
pub(crate) const REWRITTEN: &str = "__tw_rewritten";

/// The lines whose checks fail always in `probe` without a counterpart in `original`; both are changed.
pub(crate) fn left_out(original: HashMap<Line, usize>, probe: HashMap<Line, usize>) -> Vec<Line> {
    // The second evaluation of what is checked already doubles its checks.
    let known = |line: &Line| 2 * original.get(line).copied().unwrap_or(0);
    probe.into_iter().filter(|(line, count)| *count > known(line)).map(|(line, _)| line).collect()
}

/// How many checks fail whenever they are reached, by the line where they are evaluated, and those of the calls around it.
/// The module has been through constant propagation.
pub(crate) fn failing(module: LLVMModuleRef, context: &Context) -> HashMap<Line, usize> {
    let mut found = HashMap::new();
    for function in ffi::functions(module) {
        let blocks = function.blocks();
        let reports = |v: &Value| {
            v.opcode() == LLVMOpcode::LLVMCall && v.called_value().name().starts_with("__ubsan_handle_")
        };
        // A check that is not decided is a branch of its own.
        let undecided: HashSet<BlockRef> = blocks
            .iter()
            .filter_map(|block| block.terminator().filter(|end| is_check(*end, context)))
            .map(Value::successors)
            .filter(|targets| targets.len() > 1)
            .flatten()
            .collect();
        for block in blocks.iter().filter(|block| !undecided.contains(block)) {
            for report in block.instructions().into_iter().filter(|v| reports(v)) {
                for (file, (line, _)) in crate::arms::places(report) {
                    *found.entry((file, line)).or_insert(0) += 1;
                }
            }
        }
    }
    found
}

/// Whether a source may have initialisers that clang evaluates, although they compute something.
pub(crate) fn has_parts(text: &str) -> bool {
    let mut scan = Scan::new(text);
    scan.file();
    scan.parts.iter().any(|part| part.foldable && scan.is_constant(part))
}

/// The preprocessed text with second evaluations of the parts on these lines, or of all.
pub(crate) fn rewrite(text: &str, lines: Option<&[Line]>) -> Option<String> {
    let mut scan = Scan::new(text);
    scan.file();
    let markers = Markers::of(text);
    let mut out = String::new();
    let mut done = 0;
    for (number, part) in scan.parts.iter().enumerate() {
        let (first, last) = (markers.place(text, part.start)?, markers.place(text, part.end)?);
        let file = absolute(&first.file).ok()?;
        let wanted = |(other, line): &Line| *other == file && (first.line..=last.line).contains(line);
        if first.system || !scan.is_constant(part) || lines.is_some_and(|lines| !lines.iter().any(wanted)) {
            continue;
        }
        let behind = markers.place(text, part.insert)?;
        out.push_str(&text[done..part.insert]);
        done = part.insert;
        let (open, close) = if part.in_function {
            (String::new(), "")
        } else {
            let name = format!("__tw_initialiser_{number}");
            (format!("static __attribute__((constructor)) void {name}(void) {{"), "}")
        };
        let body = &text[part.start..part.end];
        out.push_str(&format!(
            "\n# {} \"{}\"\n{open}(void)({body});{close}\n# {} \"{}\"\n",
            first.line, first.file, behind.line, behind.file
        ));
    }
    if done == 0 {
        return None;
    }
    out.push_str(&text[done..]);
    let mark = if lines.is_some() { mark() } else { String::new() };
    Some(out + &mark)
}

/// The variable [`REWRITTEN`], for the end of a text.
pub(crate) fn mark() -> String {
    format!("\nstatic char {REWRITTEN} __asm__(\"{REWRITTEN}\") __attribute__((used)) = 0;\n")
}

/// Where a byte of a preprocessed text stands.
struct Origin {
    file: String,
    line: u32,
    system: bool,
}

/// The lines of the preprocessor in a preprocessed text: where each ends, and what it says of the next line.
struct Markers(Vec<(usize, Origin)>);

impl Markers {
    fn of(text: &str) -> Markers {
        let mut found = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            at += line.len();
            // text: a marker of the preprocessor, `# 12 "file" flags`
            let Some((number, rest)) = line.strip_prefix("# ").and_then(|l| l.split_once(" \"")) else {
                continue;
            };
            let (Ok(line), Some((file, flags))) = (number.parse(), rest.split_once('"')) else { continue };
            let system = flags.split_whitespace().any(|flag| flag == "3");
            found.push((at, Origin { file: file.to_owned(), line, system }));
        }
        Markers(found)
    }

    fn place(&self, text: &str, at: usize) -> Option<Origin> {
        let last = self.0.partition_point(|(start, _)| *start <= at).checked_sub(1)?;
        let (start, origin) = &self.0[last];
        let lines = text[*start..at].bytes().filter(|b| *b == b'\n').count();
        Some(Origin { file: origin.file.clone(), line: origin.line + lines as u32, system: origin.system })
    }
}

/// An arithmetic part of a declaration, as bytes of the text.
struct Part {
    start: usize,
    end: usize,
    /// Behind the declaration.
    insert: usize,
    in_function: bool,
    /// Not the value of a local variable that is neither constant nor composed.
    foldable: bool,
}

/// What is known of a declaration: its semicolon, and where it stands.
#[derive(Clone, Copy)]
struct Declaration {
    end: usize,
    in_function: bool,
    foldable: bool,
}

/// What a brace opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    File,
    Function,
    Other,
}

/// Finds the declarations of a text.
struct Scan<'t> {
    tokens: Vec<(&'t str, usize)>,
    parts: Vec<Part>,
    /// Names of constants, enumerators and functions that the compiler may evaluate.
    constants: HashSet<&'t str>,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Scan<'t> {
        let start = text.as_ptr().addr();
        let tokens = Tokens::new(text).map(|(token, _)| (token, token.as_ptr().addr() - start)).collect();
        Scan { tokens, parts: Vec::new(), constants: HashSet::new() }
    }

    fn token(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |(token, _)| token)
    }

    /// Declarations and functions, statement by statement.
    fn file(&mut self) {
        let mut scopes = vec![Scope::File];
        let (mut first, mut at) = (0, 0);
        while at < self.tokens.len() {
            let scope = scopes.last().copied().unwrap_or(Scope::File);
            match self.token(at) {
                "(" | "[" => at = self.closing(at),
                "=" | ";" if scope != Scope::Other => {
                    let end = self.semicolon(at);
                    self.declaration(first, at, end, scope == Scope::Function);
                    at = end;
                    first = at + 1;
                }
                ";" => first = at + 1,
                "{" => {
                    self.names(first, at);
                    scopes.push(self.opened(first, at, scope));
                    first = at + 1;
                }
                "}" => {
                    scopes.pop();
                    first = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// What the brace at a token opens.
    fn opened(&self, first: usize, at: usize, around: Scope) -> Scope {
        let words = || (first..at).map(|i| self.token(i));
        let has = |wanted: &[&str]| words().any(|word| wanted.contains(&word));
        if around == Scope::File && (has(&["namespace"]) || (has(&["extern"]) && !has(&["("]))) {
            return Scope::File;
        }
        let attributed = self.token(first + 1) == "__attribute__";
        if (!has(&["("]) || attributed) && has(&["struct", "union", "enum", "class"]) {
            return Scope::Other;
        }
        let statement =
            around == Scope::Function && (at == first || has(&["else", "do", "try", "__extension__"]));
        let function = has(&["("]) && !has(&["template"]);
        if statement || function { Scope::Function } else { Scope::Other }
    }

    /// Takes the names of constants, evaluated functions and enumerators from the beginning of a declaration.
    fn names(&mut self, first: usize, at: usize) {
        let has = |word: &str| (first..at).any(|i| self.token(i) == word);
        let enumeration = has("enum");
        let end = (first..at).find(|i| matches!(self.token(*i), "(" | "[" | "{")).unwrap_or(at);
        let function = self.token(end) == "(";
        if has("constexpr") || has("const") && !function {
            let name = end.checked_sub(1).map_or("", |last| self.token(last));
            self.constants.insert(name);
        }
        if enumeration && self.token(at) == "{" {
            let names: Vec<&str> = (at..self.closing(at)).map(|i| self.token(i)).collect();
            self.constants.extend(names.into_iter().filter(|name| is_word(name)));
        }
    }

    /// Whether the words of a part may all be known to the compiler.
    fn is_constant(&self, part: &Part) -> bool {
        const KNOWN: [&str; 13] = [
            "int", "long", "short", "char", "unsigned", "signed", "float", "double", "bool", "sizeof", "std",
            "max", "min",
        ];
        let from = self.tokens.partition_point(|(_, at)| *at < part.start);
        let to = self.tokens.partition_point(|(_, at)| *at < part.end);
        (from..to).filter(|at| is_word(self.token(*at))).all(|at| {
            let word = self.token(at);
            let cast = at > from && self.token(at - 1) == "(" && self.token(at + 1) == ")";
            // text: macros and types by custom
            let custom = word.ends_with("_t") || !word.bytes().any(|b| b.is_ascii_lowercase());
            custom
                || cast
                || KNOWN.contains(&word)
                || word == "numeric_limits"
                || self.constants.contains(word)
        })
    }

    /// The token that closes what opens at a token.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            match self.token(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        self.tokens.len()
    }

    /// The semicolon that ends the statement around a token.
    fn semicolon(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.tokens.len() && self.token(at) != ";" {
            at = if matches!(self.token(at), "(" | "[" | "{") { self.closing(at) + 1 } else { at + 1 };
        }
        at
    }

    /// Finds the parts of a statement, if it is a declaration: its tokens, its first `=` or its end, and its end.
    fn declaration(&mut self, first: usize, equals: usize, end: usize, in_function: bool) {
        if end >= self.tokens.len() || !self.is_declaration(first, equals) {
            return;
        }
        self.names(first, equals);
        let foldable =
            !in_function || (first..end).any(|at| matches!(self.token(at), "const" | "static" | "[" | "{"));
        let declaration = Declaration { end, in_function, foldable };
        let mut at = first;
        while at < end {
            match self.token(at) {
                "[" => {
                    self.part(at + 1, self.closing(at), declaration);
                    at = self.closing(at);
                }
                "(" | "{" => at = self.closing(at),
                "=" => {
                    let comma = self.comma(at + 1, end);
                    self.initialiser(at + 1, comma, declaration);
                    at = comma;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Whether these tokens begin a declaration: a type and a name, and nothing that begins another statement.
    fn is_declaration(&self, first: usize, end: usize) -> bool {
        const OTHERS: [&str; 23] = [
            "else",
            "return",
            "do",
            "case",
            "goto",
            "if",
            "while",
            "for",
            "switch",
            "default",
            "delete",
            "new",
            "throw",
            "typedef",
            "using",
            "template",
            "static_assert",
            "_Static_assert",
            "operator",
            "enum",
            "public",
            "private",
            "constexpr",
        ];
        let words: Vec<&str> =
            (first..end).map(|at| self.token(at)).take_while(|t| !matches!(*t, "[" | "(")).collect();
        let qualified = words.windows(2).last().is_some_and(|two| two[0] == ":") || words.contains(&":");
        let name = words.last().is_some_and(|word| is_word(word));
        let typed = words.len() > 1 && is_word(words[0]);
        let operators = ["+", "-", ".", "/", "%", "|", "^", "!"];
        typed && name && !qualified && !words.iter().any(|w| OTHERS.contains(w) || operators.contains(w))
    }

    /// The comma behind an initialiser, or the end of the declaration.
    fn comma(&self, from: usize, end: usize) -> usize {
        let mut at = from;
        while at < end && self.token(at) != "," {
            at = if matches!(self.token(at), "(" | "[" | "{") { self.closing(at) + 1 } else { at + 1 };
        }
        at.min(end)
    }

    fn initialiser(&mut self, from: usize, to: usize, declaration: Declaration) {
        if self.token(from) != "{" || self.closing(from) + 1 != to {
            return self.part(from, to, declaration);
        }
        let (mut at, close) = (from + 1, to - 1);
        while at < close {
            let comma = self.comma(at, close);
            // Behind a designator.
            let designated = matches!(self.token(at), "[" | ".");
            let value =
                (at..comma).find(|i| designated && self.token(*i) == "=").map_or(at, |equals| equals + 1);
            self.initialiser(value, comma, declaration);
            at = comma + 1;
        }
    }

    /// Takes an expression that computes something.
    fn part(&mut self, from: usize, to: usize, declaration: Declaration) {
        let tokens: Vec<&str> = (from..to).map(|at| self.token(at)).collect();
        let computes = tokens.iter().any(|t| matches!(*t, "+" | "-" | "*" | "/" | "%" | "<" | ">" | "("));
        let simple = !tokens.iter().any(|t| matches!(*t, "{" | "}" | ";"));
        let arguments = |three: &[&str]| is_word(three[0]) && three[1] == "<" && three[2] != "<";
        if !computes || !simple || tokens.windows(3).any(arguments) {
            return;
        }
        let (last, start) = self.tokens[to - 1];
        let Declaration { end, in_function, foldable } = declaration;
        let insert = self.tokens[end].1 + 1;
        self.parts.push(Part {
            start: self.tokens[from].1,
            end: start + last.len(),
            insert,
            in_function,
            foldable,
        });
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        let mut scan = Scan::new(text);
        scan.file();
        scan.parts.iter().map(|part| &text[part.start..part.end]).collect()
    }

    #[test]
    fn parts_of_initialisers_are_found() {
        assert_eq!(parts("int a = 1 << 3, b = 2, c[2] = {[1] = -1, x};"), ["1 << 3", "-1"]);
        assert_eq!(
            parts("void f(void) { char a[(1 + 2) * 3]; struct s t = {.u = {1 + n}}; }"),
            ["(1 + 2) * 3", "1 + n"]
        );
        assert_eq!(
            parts("void f(void) { for (;;) { int a[1] = {1 - 2}; } if (x) y = 1 + 2; else z = 3 * 4; }"),
            ["1 - 2"]
        );
    }

    #[test]
    fn only_what_may_be_constant_is_worth_a_look() {
        for text in [
            "int a = 1 << 3;",
            "void f(void) { int a[1] = {1 + BIG}; }",
            "constexpr int g(int x) { return x; } void f() { const int a = g(1); }",
            "enum { one }; struct s t = {.u = (word)(one * 2)};",
        ] {
            assert!(has_parts(text), "{text}");
        }
        for text in
            ["int a = b + 1;", "void f(void) { int a = 1 + 2; }", "void f() { auto a = g(1); }", "int a = 1;"]
        {
            assert!(!has_parts(text), "{text}");
        }
    }

    #[test]
    fn other_statements_are_left_alone() {
        assert_eq!(parts("struct s { int a = 1 + 2; }; enum { A = 1 + 2 }; using t = f(*)(int);").len(), 0);
        assert_eq!(parts("void f(void) { x = 1 + 2; a[i + 1] = 3; s.x = 1 + 1; return 1 + 2; }").len(), 0);
        assert_eq!(parts("template <int N> int t<N>::v = N + 1; int s::w = 1 + 2;").len(), 0);
    }

    #[test]
    fn parts_are_evaluated_again_on_their_lines() {
        let text = "# 1 \"a.c\"\nint a =\n 1 << 3;\nint b = 1 + 1;\n";
        let lines = [(absolute("a.c").expect("a path"), 2)];
        let out = rewrite(text, Some(&lines)).expect("a part on this line");
        assert!(out.contains("\n# 2 \"a.c\"\nstatic __attribute__((constructor)) void __tw_initialiser_0(void) {(void)(1 << 3);}\n# 2 \"a.c\"\n\nint b"));
        assert!(!out.contains("(void)(1 + 1)"));
        assert_eq!(rewrite("# 1 \"s.h\" 3\nint b = 1 + 1;\n", None), None);
    }
}
