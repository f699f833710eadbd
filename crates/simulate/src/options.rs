//! What can be switched.

use std::str::FromStr;

/// How the engine works; all settings give the same answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Keep what is explored, for a certificate.
    pub evidence: bool,
    /// States that wait at one place are joined into one.
    pub merging: bool,
    /// Variables that no longer matter are forgotten (\[CKS05\] section 4: active variables).
    pub live_variables: bool,
    /// A new state may be held by several earlier ones together.
    pub union: bool,
    /// Formulas are re-parameterised.
    pub normal_forms: bool,
    /// Variables that share no choices are compared apart.
    pub partition: bool,
    /// Which values the outer quantifier ranges over.
    pub outer: Outer,
    /// Threads at equal places are interchangeable.
    pub symmetry: bool,
    /// The solver is asked about a guard after so many changes; 0 is never.
    pub guard_period: u32,
    /// Which thread runs alone where several may.
    pub preference: Preference,
}

/// What the outer quantifier of the comparison with earlier states ranges over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outer {
    /// The choices of the new state (\[CKS05\] equation 3).
    Choices,
    /// The values of the variables.
    Values,
}

/// Which thread runs alone where several may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    /// The first one.
    First,
    /// The last one.
    Last,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            evidence: true,
            merging: true,
            live_variables: true,
            union: true,
            normal_forms: true,
            partition: true,
            outer: Outer::Values,
            symmetry: true,
            guard_period: 1,
            preference: Preference::First,
        }
    }
}

impl FromStr for Options {
    type Err = String;

    /// Reads words separated by commas, each of which changes one setting.
    fn from_str(text: &str) -> Result<Options, String> {
        let mut options = Options::default();
        for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            match (word, word.split_once('=')) {
                ("no-merging", _) => options.merging = false,
                ("no-live-variables", _) => options.live_variables = false,
                ("no-union", _) => options.union = false,
                ("no-normal-forms", _) => options.normal_forms = false,
                ("no-partition", _) => options.partition = false,
                ("no-symmetry", _) => options.symmetry = false,
                ("outer=choices", _) => options.outer = Outer::Choices,
                ("prefer=last", _) => options.preference = Preference::Last,
                (_, Some(("guards", number))) => {
                    let asked = number.parse();
                    options.guard_period = asked.map_err(|_| format!("'{number}' is not a number"))?;
                }
                _ => return Err(format!("'{word}' is none of {WORDS}")),
            }
        }
        Ok(options)
    }
}

const WORDS: &str = "no-merging, no-live-variables, no-union, no-normal-forms, no-partition, no-symmetry, \
                     outer=choices, prefer=last, guards=N";
