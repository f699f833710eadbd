//! A small program in C as a tree that can be cut: statements are texts, and what nobody mentions is not printed.
//!
//! `@` stands before the names of globals and functions; it becomes a prefix, so that many programs fit into one file.

use std::collections::BTreeSet;

/// What every file begins with.
pub const HEADER: &str = "\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
struct node {
    int v;
    struct node *next;
};
struct pair {
    int x, y;
};
struct ops {
    int (*f)(int);
    int *p;
};
";

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Where it comes from.
    pub seed: u64,
    /// Global variables, in the order of their declaration.
    pub globals: Vec<Named>,
    /// Functions; the last one is `main`.
    pub functions: Vec<Function>,
}

/// A declaration that is printed if its name is mentioned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The name, of a global with its `@`.
    pub name: String,
    /// The declaration.
    pub text: String,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// The name, with its `@`.
    pub name: String,
    /// Everything before the body.
    pub head: String,
    /// Local variables.
    pub locals: Vec<Named>,
    /// The body.
    pub body: Vec<Statement>,
    /// The last statement, which stays.
    pub end: String,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// One line.
    Line(String),
    /// Bodies, each with the line before it, and the line after the last one.
    Block(Vec<(String, Vec<Statement>)>, String),
}

impl Named {
    /// A declaration.
    pub fn new(name: &str, text: impl Into<String>) -> Named {
        Named { name: name.into(), text: text.into() }
    }
}

impl Statement {
    /// A body between two lines.
    pub fn around(open: impl Into<String>, body: Vec<Statement>, close: impl Into<String>) -> Statement {
        Statement::Block(vec![(open.into(), body)], close.into())
    }

    /// Lines, without those that only close a block.
    pub fn lines(&self) -> usize {
        match self {
            Statement::Line(_) => 1,
            Statement::Block(parts, _) => {
                parts.iter().map(|(_, body)| 1 + body.iter().map(Statement::lines).sum::<usize>()).sum()
            }
        }
    }
}

impl Program {
    /// The whole file.
    pub fn file(&self) -> String {
        format!("{HEADER}{}", self.text(""))
    }

    /// Globals and functions; `prefix` makes their names unique.
    pub fn text(&self, prefix: &str) -> String {
        let used = self.used();
        let mut text = String::new();
        for global in self.globals.iter().filter(|g| used.contains(g.name.as_str())) {
            text.push_str(&global.text);
            text.push('\n');
        }
        let functions: Vec<&Function> =
            self.functions.iter().filter(|f| used.contains(f.name.as_str())).collect();
        for function in &functions {
            text.push_str(&format!("{};\n", function.head));
        }
        functions.iter().for_each(|function| function.print(&mut text));
        text.replace('@', prefix)
    }

    /// Globals and functions that `main` needs.
    fn used(&self) -> BTreeSet<&str> {
        let mut used = BTreeSet::new();
        let mut open: Vec<String> = vec!["@main".into()];
        while let Some(name) = open.pop() {
            let global = self.globals.iter().find(|g| g.name == name);
            let function = self.functions.iter().find(|f| f.name == name);
            let mut text = String::new();
            let known = match (global, function) {
                (Some(global), _) => {
                    text.clone_from(&global.text);
                    global.name.as_str()
                }
                (_, Some(function)) => {
                    function.print(&mut text);
                    function.name.as_str()
                }
                _ => continue,
            };
            if used.insert(known) {
                open.extend(names(&text).filter(|n| n.starts_with('@')).map(String::from));
            }
        }
        used
    }
}

impl Function {
    fn print(&self, text: &mut String) {
        let mut body = String::new();
        self.body.iter().for_each(|s| s.print(1, &mut body));
        body.push_str(&format!("    {}\n", self.end));
        text.push_str(&format!("{} {{\n", self.head));
        for local in self.locals.iter().filter(|l| names(&body).any(|n| n == l.name)) {
            text.push_str(&format!("    {}\n", local.text));
        }
        text.push_str(&body);
        text.push_str("}\n");
    }
}

impl Statement {
    fn print(&self, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        match self {
            Statement::Line(line) => text.push_str(&format!("{indent}{line}\n")),
            Statement::Block(parts, close) => {
                for (open, body) in parts {
                    text.push_str(&format!("{indent}{open}\n"));
                    body.iter().for_each(|s| s.print(depth + 1, text));
                }
                text.push_str(&format!("{indent}{close}\n"));
            }
        }
    }
}

/// The identifiers of a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '@'))
        // Atomic functions are known by the beginning of their names.
        .map(|word| word.find('@').map_or(word, |at| &word[at..]))
        .filter(|word| !word.is_empty())
}
