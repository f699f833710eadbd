//! The benchmarks: programs with known answers, made from fixed seeds.

use super::reachable::{self, Invariant};
use super::{arithmetic, driver, small, threads};
use crate::harness::record::Known;

/// What is known about the assertions of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// They hold.
    Safe,
    /// One can fail.
    Unsafe,
}

impl Answer {
    /// Both, in the order of tables.
    pub const BOTH: [Answer; 2] = [Answer::Safe, Answer::Unsafe];

    /// As names of files say it.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Safe => "safe",
            Answer::Unsafe => "unsafe",
        }
    }

    /// What a run is compared with.
    pub fn known(self) -> Known {
        match self {
            Answer::Safe => Known::Safe,
            Answer::Unsafe => Known::Unsafe(0),
        }
    }

    /// The verdict of a checker that is right.
    pub fn verdict(self) -> &'static str {
        match self {
            Answer::Safe => "TRUE",
            Answer::Unsafe => "FALSE",
        }
    }
}

/// One program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of its file, without `.bp`.
    pub name: String,
    /// What is known.
    pub answer: Answer,
    /// Threads that can be alive at once.
    pub threads: u32,
    /// The text.
    pub text: String,
}

impl Program {
    /// A sequential program; its first lines say what it is and what is expected.
    pub fn sequential(name: &str, answer: Answer, about: &str, text: &str) -> Program {
        Program::with_threads(name, answer, 1, about, text)
    }

    /// The same with this number of threads.
    pub fn with_threads(name: &str, answer: Answer, threads: u32, about: &str, text: &str) -> Program {
        let name = format!("{name}-{}", answer.name());
        let verdict = answer.verdict();
        let text = format!(
            "// {name}: {about}\n// expected: --threads {threads} => {verdict}; written by `cargo xtask bench simulate`\n{text}"
        );
        Program { name, answer, threads, text }
    }
}

/// A row of the table: one program, or many whose times are averaged.
pub struct Benchmark {
    /// The number of the row of [CKS05] Table 3 that it stands for.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// The programs.
    pub programs: Vec<Program>,
}

impl Benchmark {
    fn one(number: u32, program: Program) -> Benchmark {
        Benchmark { number, name: program.name.clone(), programs: vec![program] }
    }

    /// How many programs of many SPIN gets: a compiler runs for each.
    pub fn for_spin(&self) -> usize {
        self.programs.len().div_ceil(10)
    }
}

/// Variables of `reachable` and `parity`.
pub const REACHABLE_VARIABLES: usize = 30;
/// Bits of the factors of `multiplier`.
pub const MULTIPLIER_WIDTH: usize = 8;
/// Bits of dividend and divisor of `divider`.
pub const DIVIDER_WIDTH: usize = 5;
/// How many programs `small` has.
pub const SMALL_PROGRAMS: u64 = 500;

/// The rows of the table.
pub fn all() -> Vec<Benchmark> {
    let mut all = Vec::new();
    for invariant in [Invariant::Few, Invariant::Parity] {
        for answer in Answer::BOTH {
            all.push(Benchmark::one(1, reachable::program(REACHABLE_VARIABLES, invariant, answer)));
        }
    }
    for answer in Answer::BOTH {
        all.push(Benchmark::one(2, arithmetic::multiplier(MULTIPLIER_WIDTH, answer)));
    }
    for answer in Answer::BOTH {
        all.push(Benchmark::one(2, arithmetic::divider(DIVIDER_WIDTH, answer)));
    }
    let programs = (0..SMALL_PROGRAMS).map(small::program).collect();
    all.push(Benchmark { number: 3, name: "small".to_string(), programs });
    for answer in Answer::BOTH {
        all.push(Benchmark::one(4, driver::program(driver::LARGE, answer)));
    }
    for size in [threads::LARGE, threads::GOTO] {
        for answer in Answer::BOTH {
            all.push(Benchmark::one(5, threads::program(size, answer)));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Answer, all};

    #[test]
    fn names_are_unique_and_tell_the_answer() {
        let programs: Vec<_> = all().into_iter().flat_map(|b| b.programs).collect();
        let mut names: Vec<&str> = programs.iter().map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), programs.len());
        assert!(programs.iter().all(|p| p.name.ends_with("-unsafe") == (p.answer == Answer::Unsafe)));
    }
}
