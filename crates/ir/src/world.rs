//! What a program is told about the world around it, and what the library models may do.

use std::fmt;
use std::str::FromStr;

/// The world around a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World {
    /// Arguments of the program after its name; absent: not known.
    pub args: Option<Vec<String>>,
    /// Variables of the environment with their values, or known to be unset; others are not known.
    pub env: Vec<(String, Option<String>)>,
    /// `malloc` may return null.
    pub malloc_may_fail: bool,
    /// Condition variables may wake up spuriously.
    pub spurious_wakeups: bool,
    /// Whatever a standard allows may happen, also where no implementation does it.
    pub strict_standard: bool,
    /// Local variables that are read before they are assigned have any value, from outside.
    pub uninitialised_input: bool,
    /// Number of processors.
    pub processors: u32,
    /// Bytes of a page.
    pub page_size: u32,
    /// Number of the process.
    pub process_id: u32,
    /// How often the clocks move on at most where they are read.
    pub clock_advances: u32,
}

impl Default for World {
    fn default() -> Self {
        World {
            args: None,
            env: Vec::new(),
            malloc_may_fail: false,
            spurious_wakeups: true,
            strict_standard: false,
            uninitialised_input: false,
            processors: 2,
            page_size: 4096,
            process_id: 1,
            clock_advances: 3,
        }
    }
}

impl World {
    /// Constants of the library models (`runtime/world.c`) and their values.
    pub fn constants(&self) -> [(&'static str, u32); 7] {
        [
            ("__tw_malloc_may_fail", (self.malloc_may_fail || self.strict_standard).into()),
            ("__tw_spurious_wakeups", self.spurious_wakeups.into()),
            ("__tw_strict_standard", self.strict_standard.into()),
            ("__tw_processors", self.processors),
            ("__tw_page_size", self.page_size),
            ("__tw_process_id", self.process_id),
            ("__tw_clock_advances", self.clock_advances),
        ]
    }
}

/// One line: `key=value` for all that differs from the usual, `-` if nothing does.
impl fmt::Display for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = World::default();
        let mut words = Vec::new();
        for (key, value, other) in [
            ("malloc-may-fail", self.malloc_may_fail, usual.malloc_may_fail),
            ("spurious-wakeups", self.spurious_wakeups, usual.spurious_wakeups),
            ("strict-standard", self.strict_standard, usual.strict_standard),
            ("uninitialised-input", self.uninitialised_input, usual.uninitialised_input),
        ] {
            words.extend((value != other).then(|| format!("{key}={value}")));
        }
        for (key, value, other) in [
            ("processors", self.processors, usual.processors),
            ("page-size", self.page_size, usual.page_size),
            ("process-id", self.process_id, usual.process_id),
            ("clock-advances", self.clock_advances, usual.clock_advances),
        ] {
            words.extend((value != other).then(|| format!("{key}={value}")));
        }
        if let Some(args) = &self.args {
            words.push(format!("args={}", args.len()));
            words.extend(args.iter().map(|arg| format!("arg={}", escaped(arg))));
        }
        for (name, value) in &self.env {
            words.push(match value {
                Some(value) => format!("env={}={}", escaped(name), escaped(value)),
                None => format!("env={}", escaped(name)),
            });
        }
        f.write_str(if words.is_empty() { "-" } else { "" })?;
        f.write_str(&words.join(" "))
    }
}

impl FromStr for World {
    type Err = String;

    fn from_str(text: &str) -> Result<World, String> {
        let mut world = World::default();
        for word in text.split(' ').filter(|word| *word != "-") {
            let (key, value) = word.split_once('=').ok_or_else(|| format!("'{word}' is not key=value"))?;
            world.set(key, value).ok_or_else(|| format!("'{word}' says nothing about the world"))?;
        }
        Ok(world)
    }
}

/// The largest `int` of the programs, and the largest power of two that is one.
const LARGEST: u32 = i32::MAX as u32;
const LARGEST_POWER: u32 = 1 << 30;

impl World {
    /// Sets a constant of the machine, to what a machine may have.
    ///
    /// # Errors
    /// What was expected.
    pub fn set_constant(&mut self, key: &str, value: &str) -> Result<(), &'static str> {
        let to = |largest| value.parse::<u32>().ok().filter(|n| (1..=largest).contains(n));
        match key {
            "processors" => self.processors = to(LARGEST).ok_or("a number from 1 to 2147483647")?,
            "process-id" => self.process_id = to(LARGEST).ok_or("a number from 1 to 2147483647")?,
            "page-size" => {
                let size = to(LARGEST_POWER).filter(|n| n.is_power_of_two());
                self.page_size = size.ok_or("a power of two from 1 to 1073741824")?;
            }
            // The models count in bytes.
            "clock-advances" => self.clock_advances = to(255).ok_or("a number from 1 to 255")?,
            _ => return Err("a constant of the machine"),
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "malloc-may-fail" => self.malloc_may_fail = value.parse().ok()?,
            "spurious-wakeups" => self.spurious_wakeups = value.parse().ok()?,
            "strict-standard" => self.strict_standard = value.parse().ok()?,
            "uninitialised-input" => self.uninitialised_input = value.parse().ok()?,
            "args" => self.args = value.parse::<usize>().ok().map(|_| Vec::new()),
            "arg" => self.args.as_mut()?.push(unescaped(value)?),
            "env" => match value.split_once('=') {
                Some((name, value)) => self.env.push((unescaped(name)?, Some(unescaped(value)?))),
                None => self.env.push((unescaped(value)?, None)),
            },
            _ => self.set_constant(key, value).ok()?,
        }
        Some(())
    }
}

/// Bytes other than letters, digits and some signs as `%xx`.
fn escaped(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"_-./:,+".contains(&b);
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02x}") }).collect()
}

fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        bytes.extend(rest[..at].bytes());
        bytes.push(u8::from_str_radix(rest.get(at + 1..at + 3)?, 16).ok()?);
        rest = &rest[at + 3..];
    }
    bytes.extend(rest.bytes());
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::World;

    #[test]
    fn a_line_says_what_differs_and_is_read_back() {
        assert_eq!(World::default().to_string(), "-");
        let args = Some(vec!["two words".into(), String::new(), "50%".into()]);
        let env = vec![("MODE".into(), Some("a=b".into())), ("HOME".into(), None)];
        let world = World {
            args,
            env,
            spurious_wakeups: false,
            uninitialised_input: true,
            processors: 8,
            ..World::default()
        };
        let text = "spurious-wakeups=false uninitialised-input=true processors=8 args=3 arg=two%20words arg= arg=50%25 env=MODE=a%3db env=HOME";
        assert_eq!(world.to_string(), text);
        assert_eq!(text.parse(), Ok(world));
        assert_eq!("-".parse(), Ok(World::default()));
    }

    #[test]
    fn other_words_are_refused() {
        for text in ["", "processors", "processors=many", "arg=x", "moon=full", "args=1 arg=%zz"] {
            assert!(text.parse::<World>().is_err(), "{text}");
        }
    }

    #[test]
    fn machines_are_possible_ones() {
        for text in ["page-size=1", "page-size=1073741824", "processors=2147483647", "clock-advances=255"] {
            assert!(text.parse::<World>().is_ok(), "{text}");
        }
        for text in [
            "page-size=0",
            "page-size=3",
            "page-size=4097",
            "page-size=2147483648",
            "processors=0",
            "processors=2147483648",
            "process-id=0",
            "process-id=-1",
            "clock-advances=256",
        ] {
            assert!(text.parse::<World>().is_err(), "{text}");
        }
    }
}
