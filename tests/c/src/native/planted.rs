//! Random programs with a planted fault, and their safe twins.
//!
//! A program is a base without faults (`base.rs`: sequential, or with a second thread) and one site: a shape of a
//! class of faults. Each shape is written once, with the places where the faulty program and its safe twin differ
//! marked: `@{fault@|safe@}`. A seed draws the class, which twin, then shape, language, numbers and base.

mod arithmetic;
mod base;
mod class;
mod lifetime;
mod memory;
mod race;
mod undefined;

pub use class::Class;

use crate::random::Random;

/// The language of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C, of clang's default standard.
    C,
    /// C++, of clang's default standard.
    Cpp,
}

impl Language {
    /// How the names of its files end.
    pub fn extension(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cpp => "cpp",
        }
    }
}

/// Which of two programs that differ in one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Twin {
    /// With the fault.
    Faulty,
    /// With the fault's guard right.
    Safe,
}

/// A generated program.
pub struct Program {
    /// The class of its fault, or of the fault that its twin has.
    pub class: Class,
    /// Whether it has the fault.
    pub twin: Twin,
    /// Its language.
    pub language: Language,
    /// Its text.
    pub text: String,
}

/// Languages in which a shape is a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Languages {
    Both,
    C,
    Cpp,
}

/// One way to write a fault: what stands before the function, and what stands in it.
///
/// The function has a parameter `n` with the value `$N`, and adds small numbers to its result `r`. `$T` is a type of
/// integers, `$K` a small number of elements, `$V` a small value.
struct Shape {
    class: Class,
    languages: Languages,
    items: &'static str,
    body: &'static str,
}

const fn both(class: Class, items: &'static str, body: &'static str) -> Shape {
    Shape { class, languages: Languages::Both, items, body }
}

const fn only_c(class: Class, items: &'static str, body: &'static str) -> Shape {
    Shape { class, languages: Languages::C, items, body }
}

const fn only_cpp(class: Class, items: &'static str, body: &'static str) -> Shape {
    Shape { class, languages: Languages::Cpp, items, body }
}

/// Every shape.
const SHAPES: [&[Shape]; 5] =
    [memory::SHAPES, lifetime::SHAPES, arithmetic::SHAPES, undefined::SHAPES, race::SHAPES];

/// The program of a seed; about one in two has the fault.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let class = class::drawn(&mut random);
    let twin = if random.below(2) == 0 { Twin::Faulty } else { Twin::Safe };
    twin_of(&mut random, class, twin)
}

fn twin_of(random: &mut Random, class: Class, twin: Twin) -> Program {
    let shapes: Vec<&Shape> = SHAPES.into_iter().flatten().filter(|shape| shape.class == class).collect();
    let shape = shapes[random.below(shapes.len() as u64) as usize];
    let language = match (shape.languages, random.below(3)) {
        (Languages::Cpp, _) | (Languages::Both, 0) => Language::Cpp,
        _ => Language::C,
    };
    let words = Words::drawn(random);
    let site = Site {
        items: words.filled(shape.items, twin),
        body: wrapped(random, words.number, &words.filled(shape.body, twin)),
        number: words.number,
        own_threads: class.has_threads(),
    };
    Program { class, twin, language, text: base::around(random, language, &site) }
}

/// What is planted, ready to be put into a program.
struct Site {
    items: String,
    body: String,
    /// The value of the parameter `n`.
    number: u64,
    /// Whether the body starts threads.
    own_threads: bool,
}

/// What the words of a shape stand for.
struct Words {
    kind: &'static str,
    count: u64,
    number: u64,
    value: u64,
}

/// Types of elements.
const KINDS: [&str; 7] = ["char", "signed char", "short", "int", "unsigned", "long", "long long"];

impl Words {
    fn drawn(random: &mut Random) -> Words {
        Words {
            kind: KINDS[random.below(KINDS.len() as u64) as usize],
            count: 2 + random.below(5),
            number: 2 + random.below(4),
            value: 1 + random.below(7),
        }
    }

    fn filled(&self, template: &str, twin: Twin) -> String {
        chosen(template, twin)
            .replace("$T", self.kind)
            .replace("$K", &self.count.to_string())
            .replace("$N", &self.number.to_string())
            .replace("$V", &self.value.to_string())
    }
}

/// A template with one of the two texts at each mark.
fn chosen(template: &str, twin: Twin) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("@{") {
        let (faulty, after) = after.split_once("@|").expect("a mark has two parts");
        let (safe, after) = after.split_once("@}").expect("a mark has an end");
        text.push_str(before);
        text.push_str(if twin == Twin::Faulty { faulty } else { safe });
        rest = after;
    }
    text + rest
}

/// A body in a statement that executes it.
fn wrapped(random: &mut Random, number: u64, body: &str) -> String {
    let rounds = 1 + random.below(2);
    match random.below(6) {
        0 => format!("if (n == {number}) {{\n{body}\n}} else {{\nr = 1;\n}}"),
        1 => format!("for (int round = 0; round < {rounds}; round++) {{\n{body}\n}}"),
        2 => format!("switch (n) {{\ncase {number}: {{\n{body}\n}} break;\ndefault:\nr = 2;\n}}"),
        3 => format!("do {{\n{body}\n}} while (n < 0);"),
        _ => format!("{{\n{body}\n}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, SHAPES, Twin, chosen, program};

    #[test]
    fn marks_choose_one_of_two_texts() {
        assert_eq!(chosen("a@{b@|c@}d@{e@|@}", Twin::Faulty), "abde");
        assert_eq!(chosen("a@{b@|c@}d@{e@|@}", Twin::Safe), "acd");
    }

    #[test]
    fn every_class_has_a_shape_with_a_mark() {
        for class in Class::ALL {
            let mut shapes = SHAPES.into_iter().flatten().filter(|shape| shape.class == *class).peekable();
            assert!(shapes.peek().is_some(), "{class} has no shape");
            assert!(shapes.all(|s| s.items.contains("@{") || s.body.contains("@{")), "{class} has no twin");
        }
    }

    #[test]
    fn a_seed_gives_the_same_program() {
        for seed in 0..50 {
            assert_eq!(program(seed).text, program(seed).text);
        }
    }
}
