//! Classes of faults.

use super::Language;
use crate::random::Random;
use std::fmt;

/// Declares the classes with their names.
macro_rules! classes {
    ($($variant:ident $name:literal,)*) => {
        /// A class of faults.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Class {
            $(#[doc = $name] $variant,)*
        }

        impl Class {
            /// Every class.
            pub const ALL: &'static [Class] = &[$(Class::$variant,)*];

            fn name(self) -> &'static str {
                match self {
                    $(Class::$variant => $name,)*
                }
            }
        }
    };
}

classes! {
    HeapRead "heap read out of bounds",
    HeapWrite "heap write out of bounds",
    StackRead "stack read out of bounds",
    StackWrite "stack write out of bounds",
    Global "global out of bounds",
    String "string without room",
    Null "null",
    UninitialisedBranch "uninitialised in a branch",
    UninitialisedDivisor "uninitialised divisor",
    UninitialisedIndex "uninitialised index",
    UseAfterFree "use after free",
    DoubleFree "double free",
    InvalidFree "invalid free",
    UseAfterReturn "use after return",
    ScopeOfBlock "use after a block",
    ScopeOfLoop "use after a loop",
    ScopeOfIteration "use in the next iteration",
    ScopeOfVla "use after the block of a VLA",
    ScopeOfLiteral "use after the block of a literal",
    ScopeOfTemporary "use of a dead temporary",
    ScopeAcrossThreads "use after a block by a thread",
    Leak "leak",
    Mismatch "new, delete and free mixed",
    Division "division by zero",
    DivisionByConstant "division by a constant zero",
    Remainder "remainder by zero",
    LeastByMinusOne "least number by -1",
    ShiftByWidth "shift by the width",
    ShiftByNegative "shift by a negative number",
    ShiftByConstant "shift by a constant too large",
    LeftShift "signed left shift",
    Addition "signed addition",
    Subtraction "signed subtraction",
    Multiplication "signed multiplication",
    Negation "signed negation",
    OverflowOfConstants "overflow of constants",
    FloatToInt "float to integer",
    FloatToIntStored "float to integer, only stored",
    FloatConstantToInt "constant float to integer",
    VlaSize "size of a VLA",
    MissingReturn "missing return",
    Unreachable "unreachable reached",
    ZerosOfZero "leading zeros of zero",
    Overlap "overlapping copy",
    RaceOnGlobal "race on a global",
    RaceOnHeap "race on the heap",
    RaceOnLocal "race on a local",
    RaceWithEnd "race with the end of memory",
}

impl Class {
    /// Whether its shapes start threads.
    pub fn has_threads(self) -> bool {
        self.is_race() || self == Class::ScopeAcrossThreads
    }

    /// Whether two accesses are not ordered.
    pub fn is_race(self) -> bool {
        self >= Class::RaceOnGlobal
    }

    /// Why no sanitizer reports it, for the classes where this is known.
    pub fn unreported(self, language: Language) -> Option<&'static str> {
        UNREPORTED
            .iter()
            .find(|known| known.class == self && known.language.is_none_or(|l| l == language))
            .map(|known| known.why)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A class that sanitizers are known to miss.
struct Unreported {
    class: Class,
    /// In this language only.
    language: Option<Language>,
    why: &'static str,
}

/// Why uninitialised values are missed in C++.
const NO_MEMORY_SANITIZER: &str = "MemorySanitizer needs an instrumented C++ library, so it runs on C only";

/// FALSE without a report is explained by one of these.
const UNREPORTED: &[Unreported] = &[
    Unreported { class: Class::UninitialisedBranch, language: Some(Language::Cpp), why: NO_MEMORY_SANITIZER },
    Unreported {
        class: Class::UninitialisedDivisor,
        language: Some(Language::Cpp),
        why: NO_MEMORY_SANITIZER,
    },
    Unreported { class: Class::UninitialisedIndex, language: Some(Language::Cpp), why: NO_MEMORY_SANITIZER },
    Unreported {
        class: Class::ScopeOfIteration,
        language: None,
        why: "the variable of the next iteration lies at the same address",
    },
    Unreported {
        class: Class::ScopeOfVla,
        language: None,
        why: "AddressSanitizer does not poison a VLA at the end of its block",
    },
    Unreported {
        class: Class::ScopeOfLiteral,
        language: None,
        why: "clang 19 does not mark the end of a compound literal, so its memory is not poisoned",
    },
];

/// A class for a program.
pub(super) fn drawn(random: &mut Random) -> Class {
    Class::ALL[random.below(Class::ALL.len() as u64) as usize]
}
