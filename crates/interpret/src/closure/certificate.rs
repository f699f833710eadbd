//! The text of a certificate; the format is in `docs/certificates.md`.

use super::{Listed, Question};
use crate::ReplayOptions;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;
use tw_ir::{Identities, Module, World};
use tw_verdict::{CERTIFICATE_LINE, Property, check_certificate_line};

/// How the program was made of its source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Optimisation level.
    pub level: u8,
    /// Bits of a pointer.
    pub word: u32,
    /// The world around it.
    pub world: World,
}

/// A certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The hash of the program.
    pub program: String,
    /// How it was made.
    pub recipe: Recipe,
    /// What is claimed.
    pub question: Question,
    /// Whether threads were left out beyond the bound.
    pub beyond_bound: bool,
    /// The states.
    pub states: Vec<Listed>,
}

/// SHA-256 of the text of a module, in which files have no folders.
pub fn program_hash(module: &Module) -> String {
    let mut module = module.clone();
    let ids: Vec<_> = module.files.ids().collect();
    for id in ids {
        let name = Path::new(&module.files[id]).file_name();
        module.files[id] = name.map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    }
    let digest = Sha256::digest(tw_ir::print(&module));
    digest.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn identities_word(identities: Identities) -> &'static str {
    match identities {
        Identities::References => "references",
        Identities::Numbers => "numbers",
    }
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

/// The lines that say what is claimed.
pub fn question_text(question: &Question) -> String {
    let names: Vec<&str> = question.replay.properties.iter().map(|p| p.name()).collect();
    format!(
        "properties {}\nthreads {}\ninputs {}\nhavoc-externals {}\nmemory-model {}\nidentities {}\n",
        names.join(" "),
        question.replay.threads.map_or("unbounded".into(), |n| n.to_string()),
        question.nondet_range.map_or("any".into(), |(low, high)| format!("{low}..{high}")),
        yes(question.replay.havoc_externals),
        question.replay.memory_model,
        identities_word(question.replay.identities)
    )
}

/// The text of a certificate.
pub fn write(it: &Certificate) -> String {
    let coverage = match it.question.replay.threads.filter(|_| it.beyond_bound) {
        Some(bound) => format!("up-to {bound}"),
        None => "all".into(),
    };
    let mut text = format!(
        "{CERTIFICATE_LINE}\nkind reached-program\nprogram {}\nlevel {}\nword {}\nworld {}\n{}coverage {coverage}\nstates {}\n",
        it.program,
        it.recipe.level,
        it.recipe.word,
        it.recipe.world,
        question_text(&it.question),
        it.states.len()
    );
    for state in &it.states {
        let _ = write!(text, "{:032x}", state.fingerprint);
        if let Some((thread, rank)) = state.chosen {
            let _ = write!(text, " {thread} {rank}");
        }
        text.push('\n');
    }
    text
}

/// Reads one certificate or several, one behind the other.
///
/// # Errors
/// The line that is wrong.
pub fn read(text: &str) -> Result<Vec<Certificate>, String> {
    let mut lines = Lines { lines: text.lines(), number: 0 };
    let mut all = Vec::new();
    while !lines.is_over() {
        all.push(certificate(&mut lines).map_err(|why| format!("line {}: {why}", lines.number))?);
    }
    if all.is_empty() { Err("the certificate is empty".into()) } else { Ok(all) }
}

struct Lines<'t> {
    lines: std::str::Lines<'t>,
    number: usize,
}

impl<'t> Lines<'t> {
    fn is_over(&self) -> bool {
        self.lines.clone().next().is_none()
    }

    fn next(&mut self) -> Result<&'t str, String> {
        self.number += 1;
        self.lines.next().ok_or_else(|| "the certificate ends too early".into())
    }

    fn field(&mut self, name: &str) -> Result<&'t str, String> {
        let line = self.next()?;
        let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| format!("'{name} …' is expected, not '{line}'"))
    }

    fn number<T: std::str::FromStr>(&mut self, name: &str) -> Result<T, String> {
        let text = self.field(name)?;
        text.parse().map_err(|_| format!("'{text}' is no number that can stand here"))
    }

    fn flag(&mut self, name: &str) -> Result<bool, String> {
        match self.field(name)? {
            "yes" => Ok(true),
            "no" => Ok(false),
            other => Err(format!("yes or no is expected, not '{other}'")),
        }
    }
}

fn certificate(lines: &mut Lines) -> Result<Certificate, String> {
    check_certificate_line(lines.next()?)?;
    match lines.field("kind")? {
        "reached-program" => {}
        other => return Err(format!("a certificate of kind {other} is not about a C program")),
    }
    let program = lines.field("program")?.to_string();
    let recipe = Recipe {
        level: lines.number("level")?,
        word: lines.number("word")?,
        world: lines.field("world")?.parse()?,
    };
    let properties = properties(lines.field("properties")?)?;
    let threads = match lines.field("threads")? {
        "unbounded" => None,
        text => Some(text.parse().map_err(|_| format!("'{text}' is no number of threads"))?),
    };
    let nondet_range = match lines.field("inputs")? {
        "any" => None,
        text => Some(range(text).ok_or_else(|| format!("'{text}' is no range"))?),
    };
    let havoc_externals = lines.flag("havoc-externals")?;
    let memory_model = lines.field("memory-model")?.parse()?;
    let identities = match lines.field("identities")? {
        "references" => Identities::References,
        "numbers" => Identities::Numbers,
        other => return Err(format!("'{other}' is no kind of identities")),
    };
    let beyond_bound = match (lines.field("coverage")?, threads) {
        ("all", _) => false,
        (text, Some(bound)) if text == format!("up-to {bound}") => true,
        (text, _) => return Err(format!("the coverage '{text}' does not fit the bound")),
    };
    let replay = ReplayOptions { threads, properties, havoc_externals, memory_model, identities };
    let question = Question { replay, nondet_range };
    let count: usize = lines.number("states")?;
    let states = (0..count).map(|_| listed(lines.next()?)).collect::<Result<_, String>>()?;
    Ok(Certificate { program, recipe, question, beyond_bound, states })
}

fn properties(text: &str) -> Result<Vec<Property>, String> {
    let mut found: Vec<Property> = Vec::new();
    for name in text.split(' ') {
        let property = Property::of_programs(name);
        let property = property.ok_or_else(|| format!("'{name}' is no property"))?;
        if found.contains(&property) {
            return Err(format!("{name} is named twice"));
        }
        found.push(property);
    }
    Ok(found)
}

fn range(text: &str) -> Option<(i64, i64)> {
    let (low, high) = text.split_once("..")?;
    Some((low.parse().ok()?, high.parse().ok()?)).filter(|(low, high)| low <= high)
}

fn listed(line: &str) -> Result<Listed, String> {
    let wrong = || format!("'{line}' is no state");
    let words: Vec<&str> = line.split(' ').collect();
    let (fingerprint, chosen) = match words.as_slice() {
        [fingerprint] => (fingerprint, None),
        [fingerprint, thread, rank] => {
            let thread = thread.parse().map_err(|_| wrong())?;
            (fingerprint, Some((thread, rank.parse().map_err(|_| wrong())?)))
        }
        _ => return Err(wrong()),
    };
    let is_hash = fingerprint.len() == 32 && fingerprint.chars().all(|c| c.is_ascii_hexdigit());
    let fingerprint = u128::from_str_radix(fingerprint, 16).ok().filter(|_| is_hash).ok_or_else(wrong)?;
    Ok(Listed { fingerprint, chosen })
}
