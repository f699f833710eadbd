//! The blocks of a C source made visible: calls where each one is entered and left.
//!
//! clang has no markers for compound literals, which live until the end of the enclosing block (C17 6.5.2.5p5), nor for variables
//! whose declaration a jump passes or follows. So sources that have some are preprocessed and rewritten: every block (also the
//! statements `if`, `switch`, `while`, `do`, `for` and their substatements, 6.8.4p3, 6.8.5p5) begins with a call of [`ENTER`] and
//! ends with one of [`LEAVE`], and so do the jumps `break`, `continue` and `goto` for the blocks that they leave and enter.
//!
//! A `case` inside of a block enters it: it becomes `if (0) { case 1: … }` with the calls, which nothing but the jump reaches. A statement
//! that may have a temporary structure (6.2.4p8: something in parentheses whose member is taken) stands between calls of [`BEGIN`] and
//! [`END`].
//!
//! Code behind a jump is not reached from above, and clang leaves out where its variables are declared; ways out of blocks come
//! together where variables end, and part again. So a call of [`INSIDE`] says of each simple statement in which block it stands, and in functions with `goto` or `switch`
//! it has a label.
//!
//! Left as they are: the body of a function; the body of a `switch`, which ends where the `switch` does; statement expressions;
//! functions with a computed `goto`.

use crate::ffi::Value;
use crate::tokens::Tokens;
use inkwell::llvm_sys::core::LLVMGetGlobalParent;
use std::collections::HashMap;

/// The call at the beginning of a block.
pub(crate) const ENTER: &str = "__tw_enter_block";
/// The call at the end of a block.
pub(crate) const LEAVE: &str = "__tw_leave_block";

/// The call that says in which block it stands; 0 is the body of the function.
pub(crate) const INSIDE: &str = "__tw_inside_block";

/// The call in front of a statement with temporary objects.
pub(crate) const BEGIN: &str = "__tw_begin_statement";
/// The call behind it.
pub(crate) const END: &str = "__tw_end_statement";

/// Rewrites a preprocessed source.
pub(crate) fn rewrite(text: &str) -> String {
    let start = text.as_ptr().addr();
    let tokens = Tokens::new(text).map(|(token, _)| (token, token.as_ptr().addr() - start)).collect();
    let mut rewriter = Rewriter { tokens, ..Rewriter::default() };
    rewriter.file();
    rewriter.inserts.sort_by_key(|(at, _)| *at);
    let declared = [ENTER, LEAVE, INSIDE, BEGIN, END].map(|call| format!("void {call}(int);"));
    let mut out = declared.join(" ") + "\n";
    let mut done = 0;
    for (at, what) in rewriter.inserts {
        out.push_str(&text[done..at]);
        out.push_str(&what);
        done = at;
    }
    out.push_str(&text[done..]);
    out
}

/// Whether the source of a function was rewritten. Its module declares the calls, or its code has some; or a variable says so.
pub(crate) fn is_rewritten(function: Value) -> bool {
    let module = unsafe { LLVMGetGlobalParent(function.0) };
    let mark = crate::folded::REWRITTEN;
    crate::ffi::named_function(module, ENTER).is_some() || crate::ffi::named_global(module, mark).is_some()
}

/// Something to insert; calls about disabled blocks are left out.
#[derive(Clone)]
enum Piece {
    Text(&'static str),
    Enter(u32),
    Leave(u32),
    /// The number of the place, and the block.
    Inside(u32, u32),
    Begin(u32),
    End(u32),
}

#[derive(Default)]
struct Rewriter<'t> {
    tokens: Vec<(&'t str, usize)>,
    next: usize,
    inserts: Vec<(usize, String)>,
    count: u32,
    marks: u32,
    // Of the function at hand.
    pieces: Vec<(usize, Vec<Piece>)>,
    open: Vec<u32>,
    /// How many blocks are open around the innermost statement that `break` (`continue`) ends.
    breaks: Vec<usize>,
    continues: Vec<usize>,
    switches: Vec<usize>,
    /// How many statement expressions are open.
    expressions: usize,
    labels: HashMap<&'t str, Vec<u32>>,
    /// The piece in front of each `goto`, its label, and the blocks around it.
    gotos: Vec<(usize, &'t str, Vec<u32>)>,
    computed: bool,
    /// It has jumps to places that are not reached from above.
    jumps: bool,
    /// The body of a `switch` without braces must stay one statement.
    bare: bool,
    /// The token in front of whose beginning the statement is marked already.
    marked: usize,
}

impl<'t> Rewriter<'t> {
    fn peek(&self) -> &'t str {
        self.tokens.get(self.next).map_or("", |(token, _)| token)
    }

    fn ahead(&self, count: usize) -> &'t str {
        self.tokens.get(self.next + count).map_or("", |(token, _)| token)
    }

    /// Where the next token starts.
    fn start(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end(), |(_, at)| *at)
    }

    /// Where the last token ended.
    fn end(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |last| self.tokens[last].1 + self.tokens[last].0.len())
    }

    fn insert(&mut self, at: usize, pieces: Vec<Piece>) {
        self.pieces.push((at, pieces));
    }

    /// Declarations and functions; a brace behind a name or a closing parenthesis opens a function.
    fn file(&mut self) {
        let (mut depth, mut previous, mut before, mut value) = (0usize, "", "", false);
        while self.next < self.tokens.len() {
            let token = self.peek();
            let of_type = |word: &str| matches!(word, "struct" | "union" | "enum");
            if token == "{"
                && depth == 0
                && !value
                && !of_type(previous)
                && !of_type(before)
                && previous != "="
            {
                self.function();
                (previous, before) = ("", "");
                continue;
            }
            match token {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "=" if depth == 0 => value = true,
                ";" if depth == 0 => value = false,
                _ => {}
            }
            if depth == 0 && token != "}" {
                (before, previous) = if token == ";" { ("", "") } else { (previous, token) };
            }
            self.next += 1;
        }
    }

    fn function(&mut self) {
        self.jumps = self.has_jumps();
        self.next += 1;
        self.statements();
        self.next += 1;
        for (piece, label, from) in std::mem::take(&mut self.gotos) {
            let Some(to) = self.labels.get(label) else { continue };
            let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            let left = from[common..].iter().rev().map(|block| Piece::Leave(*block));
            let entered = to[common..].iter().map(|block| Piece::Enter(*block));
            self.pieces[piece].1.extend(left.chain(entered));
        }
        self.labels.clear();
        for (at, pieces) in std::mem::take(&mut self.pieces) {
            let text: String = pieces.iter().map(|piece| self.text(piece)).collect();
            self.inserts.push((at, text));
        }
        self.computed = false;
    }

    /// Whether the braces that open here have jumps to places that are not reached from above.
    fn has_jumps(&self) -> bool {
        let mut depth = 0usize;
        for (token, _) in &self.tokens[self.next..] {
            match *token {
                "{" => depth += 1,
                "}" if depth == 1 => return false,
                "}" => depth -= 1,
                "goto" | "switch" => return true,
                _ => {}
            }
        }
        false
    }

    fn text(&self, piece: &Piece) -> String {
        match piece {
            Piece::Text(text) => (*text).to_owned(),
            _ if self.computed => String::new(),
            Piece::Begin(statement) => format!("{BEGIN}({statement});"),
            Piece::End(statement) => format!("{END}({statement});"),
            Piece::Enter(block) => format!("{ENTER}({block});"),
            Piece::Leave(block) => format!("{LEAVE}({block});"),
            Piece::Inside(place, block) if self.jumps => format!("{INSIDE}_{place}:;{INSIDE}({block});"),
            Piece::Inside(_, block) => format!("{INSIDE}({block});"),
        }
    }

    /// Statements up to a closing brace.
    fn statements(&mut self) {
        while self.next < self.tokens.len() && self.peek() != "}" {
            self.statement();
        }
    }

    fn begin(&mut self, at: usize, brace: &'static str) {
        self.count += 1;
        self.open.push(self.count);
        let block = self.count;
        self.insert(at, vec![Piece::Text(brace), Piece::Enter(block)]);
    }

    fn finish(&mut self, at: usize, brace: &'static str) {
        if let Some(block) = self.open.pop() {
            self.insert(at, vec![Piece::Leave(block), Piece::Text(brace)]);
        }
    }

    fn statement(&mut self) {
        match self.peek() {
            "{" => self.compound(),
            "if" => {
                self.begin(self.start(), "{");
                self.next += 1;
                self.parentheses();
                self.substatement();
                if self.peek() == "else" {
                    self.next += 1;
                    self.substatement();
                }
                self.finish(self.end(), "}");
            }
            "while" | "for" | "do" => self.loop_statement(),
            "switch" => self.switch(),
            "case" | "default" => self.case(),
            "break" | "continue" => self.jump(),
            "goto" => self.goto(),
            "__extension__" => {
                self.mark();
                self.next += 1;
                self.marked = self.next;
            }
            "__attribute__" => {
                self.mark();
                self.next += 1;
                self.parentheses();
                self.marked = self.next;
            }
            word if self.ahead(1) == ":" && is_word(word) => {
                self.labels.insert(word, self.open.clone());
                self.next += 2;
            }
            _ => self.simple(),
        }
    }

    fn compound(&mut self) {
        self.next += 1;
        self.begin(self.end(), "");
        self.statements();
        self.finish(self.start(), "");
        self.next += 1;
    }

    fn substatement(&mut self) {
        if self.peek() == "{" {
            return self.compound();
        }
        self.begin(self.start(), "{");
        self.whole_statement();
        self.finish(self.end(), "}");
    }

    /// A statement with its labels.
    fn whole_statement(&mut self) {
        loop {
            let labelled = self.peek() == "case"
                || self.ahead(1) == ":" && is_word(self.peek())
                || matches!(self.peek(), "__attribute__" | "__extension__");
            self.statement();
            if !labelled {
                return;
            }
        }
    }

    fn loop_statement(&mut self) {
        let word = self.peek();
        self.begin(self.start(), "{");
        self.breaks.push(self.open.len());
        self.continues.push(self.open.len());
        self.next += 1;
        if word != "do" {
            self.parentheses();
        }
        self.substatement();
        if word == "do" {
            self.next += 1;
            self.parentheses();
            self.next += 1;
        }
        self.breaks.pop();
        self.continues.pop();
        self.finish(self.end(), "}");
    }

    fn switch(&mut self) {
        self.begin(self.start(), "{");
        self.breaks.push(self.open.len());
        self.switches.push(self.open.len());
        self.next += 1;
        self.parentheses();
        if self.peek() == "{" {
            self.next += 1;
            self.statements();
            self.next += 1;
        } else {
            let bare = std::mem::replace(&mut self.bare, true);
            self.whole_statement();
            self.bare = bare;
        }
        self.breaks.pop();
        self.switches.pop();
        self.finish(self.end(), "}");
    }

    /// The jump enters the blocks between a `switch` and its `case`.
    fn case(&mut self) {
        let around = self.switches.last().copied().unwrap_or(0).min(self.open.len());
        let entered: Vec<Piece> = self.open[around..].iter().map(|block| Piece::Enter(*block)).collect();
        if !entered.is_empty() {
            self.insert(self.start(), vec![Piece::Text("if(0){")]);
        }
        let mut nested = 0usize;
        while self.next < self.tokens.len() {
            match self.peek() {
                "?" => nested += 1,
                ":" if nested == 0 => break,
                ":" => nested -= 1,
                "(" => {
                    self.parentheses();
                    continue;
                }
                _ => {}
            }
            self.next += 1;
        }
        self.next += 1;
        if !entered.is_empty() {
            self.insert(self.end(), entered.into_iter().chain([Piece::Text(";}")]).collect());
        }
    }

    fn jump(&mut self) {
        let targets = if self.peek() == "break" { &self.breaks } else { &self.continues };
        let around = targets.last().copied().unwrap_or(0).min(self.open.len());
        let mut pieces = vec![Piece::Text("{")];
        pieces.extend(self.open[around..].iter().rev().map(|block| Piece::Leave(*block)));
        let start = self.start();
        self.next += 2;
        self.insert(start, pieces);
        self.insert(self.end(), vec![Piece::Text("}")]);
    }

    fn goto(&mut self) {
        let (start, label) = (self.start(), self.ahead(1));
        if label == "*" {
            self.computed = true;
            return self.simple();
        }
        self.gotos.push((self.pieces.len(), label, self.open.clone()));
        self.insert(start, vec![Piece::Text("{")]);
        self.next += 3;
        // Before the ends of the blocks that this statement ends.
        self.insert(self.end(), vec![Piece::Text("}")]);
    }

    /// Says in which block the next statement stands.
    fn mark(&mut self) {
        if !self.bare && self.peek() != ";" && self.next != self.marked {
            self.marks += 1;
            let block = self.open.last().copied().unwrap_or(0);
            self.insert(self.start(), vec![Piece::Inside(self.marks, block)]);
        }
    }

    /// A declaration or an expression statement.
    fn simple(&mut self) {
        self.mark();
        let start = self.start();
        let first = self.next;
        self.skip_to_semicolon();
        let taken = |two: &[(&str, usize)]| two[0].0 == ")" && two[1].0 == ".";
        let end = self.next.min(self.tokens.len());
        if self.expressions == 0 && self.tokens[first.min(end)..end].windows(2).any(taken) {
            self.count += 1;
            self.insert(start, vec![Piece::Begin(self.count)]);
            self.insert(self.end(), vec![Piece::End(self.count)]);
        }
    }

    fn skip_to_semicolon(&mut self) {
        let mut depth = 0usize;
        while self.next < self.tokens.len() {
            match self.peek() {
                ";" if depth == 0 => break,
                "(" if self.ahead(1) == "{" => {
                    self.statement_expression();
                    continue;
                }
                "(" | "[" | "{" => depth += 1,
                "}" if depth == 0 => return,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.next += 1;
        }
        self.next += 1;
    }

    /// An expression in parentheses.
    fn parentheses(&mut self) {
        let mut depth = 0usize;
        while self.next < self.tokens.len() {
            match self.peek() {
                "(" if self.ahead(1) == "{" => {
                    self.statement_expression();
                    continue;
                }
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.next += 1;
            if depth == 0 {
                return;
            }
        }
    }

    fn statement_expression(&mut self) {
        self.next += 2;
        self.expressions += 1;
        self.statements();
        self.expressions -= 1;
        self.next += 2;
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rewritten text with short names of the calls, without marks.
    fn short(text: &str) -> String {
        marked(text).split("<").map(|part| part.split_once(">").map_or(part, |(_, rest)| rest)).collect()
    }

    /// The rewritten text with short names of the calls, and marks in angle brackets.
    fn marked(text: &str) -> String {
        let rewritten = rewrite(text);
        let (_, body) = rewritten.split_once('\n').expect("declarations come first");
        let mut parts = body.split(INSIDE);
        let first = parts.next().unwrap_or("").to_owned();
        let short = |part: &str| {
            let label = part.starts_with('_');
            let (block, rest) = match part.split_once(");") {
                _ if label => return ":".to_owned(),
                Some(parts) => parts,
                None => (part, ""),
            };
            format!("{}>{rest}", block.replace('(', "<"))
        };
        let body = parts.fold(first, |body, part| body + &short(part)).replace(":<", "<:");
        body.replace(ENTER, "E").replace(LEAVE, "L").replace(BEGIN, "B").replace(END, "D")
    }

    #[test]
    fn statements_are_blocks() {
        assert_eq!(
            short("void f(void) { if (x) y(); }"),
            "void f(void) { {E(1);if (x) {E(2);y();L(2);}L(1);} }"
        );
        assert_eq!(short("void f(void) { { a; } }"), "void f(void) { {E(1); a; L(1);} }");
        assert_eq!(
            short("void f(void) { do a(); while (b); }"),
            "void f(void) { {E(1);do {E(2);a();L(2);} while (b);L(1);} }"
        );
    }

    #[test]
    fn jumps_leave_blocks() {
        assert_eq!(
            short("void f(void) { while (x) { if (y) break; } }"),
            "void f(void) { {E(1);while (x) {E(2); {E(3);if (y) {E(4);{L(4);L(3);L(2);break;}L(4);}L(3);} L(2);}L(1);} }"
        );
        assert_eq!(
            short("void f(void) { { goto out; } out: ; }"),
            "void f(void) { {E(1); {L(1);goto out;} L(1);} out: ; }"
        );
        assert_eq!(
            short("void f(void) { if (x) goto out; out: ; }"),
            "void f(void) { {E(1);if (x) {E(2);{L(2);L(1);goto out;}L(2);}L(1);} out: ; }"
        );
        assert_eq!(short("void f(void) { { goto *p; } }"), "void f(void) { { goto *p; } }");
    }

    #[test]
    fn statements_say_where_they_stand() {
        assert_eq!(
            marked("void f(void) { goto in; { __extension__ int a; in: a = 1; } }"),
            "void f(void) { {E(1);goto in;} {E(1); <:1>__extension__ int a; in: <:1>a = 1; L(1);} }"
        );
        assert_eq!(
            marked("void f(void) { switch (x) case 1: a(); b(); }"),
            "void f(void) { {E(1);switch (x) case 1: a();L(1);} <:0>b(); }"
        );
        assert_eq!(marked("void f(void) { a(); }"), "void f(void) { <0>a(); }");
    }

    #[test]
    fn cases_enter_blocks() {
        assert_eq!(
            short("void f(void) { switch (x) { case 1: { a; case 2: b; } break; } }"),
            "void f(void) { {E(1);switch (x) { case 1: {E(2); a; if(0){case 2:E(2);;} b; L(2);} {break;} }L(1);} }"
        );
    }

    #[test]
    fn statements_with_temporaries_are_marked() {
        assert_eq!(
            short("void f(void) { int *p = g(1).a; if (x) h().b[0] = 1; ({ g(2).a[0]; }); }"),
            "void f(void) { B(1);int *p = g(1).a;D(1); {E(2);if (x) {E(3);B(4);h().b[0] = 1;D(4);L(3);}L(2);} B(5);({ g(2).a[0]; });D(5); }"
        );
    }

    #[test]
    fn declarations_are_left_alone() {
        let text = "struct s { int a : 3; };\nenum { A, B };\nstruct s v[] = {{1}, {2}};\nint f(struct s *);";
        assert_eq!(short(text), text);
        let text =
            "struct s g(void) { struct t { int b; } c = {1}; return (struct s){({ int d = 2; d; })}; }";
        assert_eq!(short(text), text);
    }
}
