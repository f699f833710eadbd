//! One program of each kind in each language.

use crate::c_programs::{EXTERNAL, RACE, SAFE};

/// What to expect of one language.
pub struct Sample {
    /// The ending of its files.
    pub ending: &'static str,
    /// Its name in results.
    pub language: &'static str,
    /// A file that is TRUE.
    pub holds: &'static str,
    /// A file that is FALSE after some steps.
    pub violated: &'static str,
    /// A file that is UNKNOWN with these arguments, and the kind of the reason.
    pub open: (&'static str, &'static [&'static str], &'static str),
    /// Text that is not in the language.
    pub invalid: &'static str,
    /// An option of other languages.
    pub foreign_option: &'static [&'static str],
    /// An engine that does not read it.
    pub foreign_engine: &'static str,
}

const LITTLE: &[&str] = &["--memory-limit", "1MB"];

const SYSTEM: &str = "2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n1|2,2\n";
const NET: &str = "vars x y\nrules\n  x >= 1 -> x' = x - 1, y' = y + 2;\ninit x in [1, 2]\ntarget y >= 5\n";

/// All languages.
pub const SAMPLES: [Sample; 4] = [
    Sample {
        ending: "bp",
        language: "boolean-program",
        holds: "decl x := 0;\nvoid main() begin\n  assert(!x);\nend\n",
        violated: "decl x := 0;\nvoid main() begin\n  start_thread goto W;\n  x := 1;\n  assume(F);\n  W: assert(!x);\nend\n",
        open: (
            "decl x := 0;\nvoid main() begin\n  while * do start_thread goto W; od;\n  W: assert(!x);\nend\n",
            &["--engine", "counter"],
            "bound",
        ),
        invalid: "void main() begin x := ; end\n",
        foreign_option: &["--nondet-range", "0..7"],
        foreign_engine: "execute",
    },
    Sample {
        ending: "c",
        language: "program",
        holds: SAFE,
        violated: RACE,
        open: (EXTERNAL, &[], "unsupported"),
        invalid: "int main(void) { return ; ) }\n",
        foreign_option: &["--error-label", "L"],
        foreign_engine: "counter",
    },
    Sample {
        ending: "tts",
        language: "system",
        holds: SYSTEM,
        violated: "2 4\n0 0 -> 0 1\n0 1 -> 1 2\n1 2 -> 0 3\n1|2\n",
        open: (SYSTEM, LITTLE, "memory-limit"),
        invalid: "2 4\n0 0 => 0 1\n",
        foreign_option: &["--set", "merging=off"],
        foreign_engine: "symbolic",
    },
    Sample {
        ending: "spec",
        language: "net",
        holds: NET,
        violated: "vars x y\nrules\n  x >= 1 -> x' = x - 1, y' = y + 2;\ninit x in [1, 2]\ntarget y >= 4\n",
        open: (NET, LITTLE, "memory-limit"),
        invalid: "vars x\nrules x >= -> x' = x;\n",
        foreign_option: &["--threads", "2"],
        foreign_engine: "counter",
    },
];

impl Sample {
    /// The name of a file in this language.
    pub fn name(&self, stem: &str) -> String {
        format!("{stem}.{}", self.ending)
    }
}
