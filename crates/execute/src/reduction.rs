//! Which interleavings are left out: switches that can be combined.

use std::fmt;
use std::str::FromStr;

/// Where a thread may be interrupted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Points {
    /// Before every instruction.
    Instructions,
    /// Before visible actions and before every jump: τ ([RBB13] section 2).
    Jumps,
    /// Before visible actions, and where a control-flow loop closes: τ+ ([RBB13] section 2.1).
    Loops,
    /// Before visible actions.
    Actions,
}

/// The reductions in force; their arguments are in `docs/soundness.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reductions {
    /// Where a thread may be interrupted.
    pub points: Points,
    /// States that differ in the numbers of objects only are one state ([RBB13] section 3).
    pub heap: bool,
    /// An access to memory that no other thread can reach is not visible ([RBB13] section 4).
    pub stores: bool,
    /// Other threads reach only the globals that the code which they still have to run mentions.
    pub future: bool,
    /// A thread whose next action no other thread can notice moves alone.
    pub lone: bool,
    /// Accesses under the lock that protects them go on in the step that takes the lock.
    pub sections: bool,
    /// Local variables whose address is not used are registers.
    pub registers: bool,
    /// Threads have no numbers: those that have ended and to which nothing refers are gone.
    pub references: bool,
    /// Threads to which nothing refers are put in order of what they are: equal ones are exchanged.
    pub exchange: bool,
    /// Who joins a thread goes on in private until somebody could tell.
    pub ahead: bool,
    /// Reading is never visible, as in [RBB13]: behaviours are lost.
    pub paper: bool,
}

impl Reductions {
    /// Every instruction of every thread may be interrupted.
    pub const NONE: Reductions = Reductions {
        points: Points::Instructions,
        heap: false,
        stores: false,
        future: false,
        lone: false,
        sections: false,
        registers: false,
        references: false,
        exchange: false,
        ahead: false,
        paper: false,
    };

    /// Every access to memory may be interrupted.
    pub const ACCESS: Reductions = Reductions { points: Points::Actions, ..Reductions::NONE };

    /// Everything that keeps all answers.
    pub const ALL: Reductions = Reductions {
        points: Points::Actions,
        heap: true,
        stores: true,
        future: true,
        lone: true,
        sections: true,
        registers: true,
        references: true,
        exchange: true,
        ahead: true,
        paper: false,
    };

    /// The reductions of [RBB13], all together.
    pub const PAPER: Reductions =
        Reductions { points: Points::Loops, heap: true, stores: true, paper: true, ..Reductions::NONE };

    /// Whether TRUE may be answered.
    pub fn keep_answers(&self) -> bool {
        !self.paper
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Reductions::ALL
    }
}

/// The words of `--reduction`, with what they mean.
pub const WORDS: [(&str, &str); 15] = [
    ("none", "every instruction may be interrupted"),
    ("tau", "interruptions before visible actions and jumps"),
    ("tau+", "interruptions before visible actions and where a loop closes"),
    ("access", "interruptions before visible actions"),
    ("heap", "states that differ in the layout of memory only are one"),
    ("stores", "memory that no other thread reaches is not visible"),
    ("future", "stores, and threads reach only globals that their remaining code mentions"),
    ("lone", "a thread whose next action nobody can notice moves alone"),
    ("sections", "stores, and critical sections are one step where locks protect what they access"),
    ("registers", "local variables whose address is not used are registers"),
    ("references", "threads have no numbers; ended ones to which nothing refers are gone"),
    ("exchange", "heap and references, and equal threads to which nothing refers are exchanged"),
    ("paper", "reading is never visible; loses behaviours, so the answer is never TRUE"),
    ("ahead", "exchange, stores, and who joins a thread goes on in private until somebody could tell"),
    ("all", "all of access to ahead: the default"),
];

impl FromStr for Reductions {
    type Err = String;

    /// Reads words separated by commas; `paper` alone means all reductions of the paper.
    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        if words == ["paper"] {
            return Ok(Reductions::PAPER);
        }
        let mut all = Reductions::NONE;
        let mut points = None;
        for word in &words {
            match *word {
                "none" => {}
                "tau" | "tau+" | "access" => {
                    let wanted = match *word {
                        "tau" => Points::Jumps,
                        "tau+" => Points::Loops,
                        _ => Points::Actions,
                    };
                    if points.replace(wanted).is_some_and(|before| before != wanted) {
                        return Err("only one of tau, tau+ and access can be in force".into());
                    }
                }
                "heap" => all.heap = true,
                "stores" => all.stores = true,
                "future" => (all.stores, all.future) = (true, true),
                "lone" => all.lone = true,
                "sections" => (all.stores, all.sections) = (true, true),
                "registers" => all.registers = true,
                "references" => all.references = true,
                "ahead" => {
                    (all.heap, all.references, all.exchange) = (true, true, true);
                    (all.stores, all.ahead) = (true, true);
                }
                "exchange" => (all.heap, all.references, all.exchange) = (true, true, true),
                "paper" => all.paper = true,
                "all" => {
                    points.get_or_insert(Points::Actions);
                    all = Reductions { paper: all.paper, ..Reductions::ALL };
                }
                other => {
                    let known: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
                    return Err(format!(
                        "{other} is no reduction for C programs; known, separated by commas: {}",
                        known.join(", ")
                    ));
                }
            }
        }
        all.points = points.unwrap_or(Points::Instructions);
        Ok(all)
    }
}

impl fmt::Display for Reductions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = match self.points {
            Points::Instructions => "",
            Points::Jumps => "tau",
            Points::Loops => "tau+",
            Points::Actions => "access",
        };
        let words = [
            (self.paper, "paper"),
            (!points.is_empty(), points),
            (self.heap && !self.exchange, "heap"),
            (self.stores && !self.future && !self.ahead && !self.sections, "stores"),
            (self.future, "future"),
            (self.lone, "lone"),
            (self.sections, "sections"),
            (self.registers, "registers"),
            (self.references && !self.exchange, "references"),
            (self.exchange && !self.ahead, "exchange"),
            (self.ahead, "ahead"),
        ];
        let words: Vec<&str> = words.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
        if *self == Reductions::ALL {
            f.write_str("all")
        } else if *self == Reductions::PAPER {
            f.write_str("paper")
        } else if words.is_empty() {
            f.write_str("none")
        } else {
            f.write_str(&words.join(","))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Points, Reductions};

    #[test]
    fn words_read_and_print() {
        for text in [
            "none",
            "heap",
            "tau",
            "tau+,heap",
            "access,future,lone",
            "access,sections",
            "all",
            "paper",
            "paper,tau,heap",
        ] {
            assert_eq!(text.parse::<Reductions>().unwrap().to_string(), text);
        }
        assert_eq!("access,heap,future,lone,sections,registers,ahead".parse(), Ok(Reductions::ALL));
        assert_eq!("paper,tau+,heap,stores".parse(), Ok(Reductions::PAPER));
        assert_eq!("tau".parse::<Reductions>().unwrap().points, Points::Jumps);
        for wrong in ["", "tau,tau+", "por", "heap,,stores"] {
            assert!(wrong.parse::<Reductions>().is_err(), "{wrong}");
        }
    }
}
