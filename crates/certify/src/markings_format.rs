//! Markings as text: what follows the header in certificates of kind `markings`.
//!
//! ```text
//! live 11 10 00
//! shared 2
//! 00
//! 10
//! locals 3
//! 0:00
//! 1:10
//! 2:00
//! markings 2
//! 0 0*any
//! 1 0*any 1*1 2*any
//! ```
//! `live` has a word for each location, with a digit for each local variable: whether it matters there (`-` without
//! variables). Then shared values and local states, each numbered from 0, and the markings: the number of the shared values, then
//! numbers of local states with how many threads.

use crate::Refusal;
use crate::format::{Reader, bits, read_bits};
use tw_boolprog::Program;
use tw_verdict::{MarkedState, Markings};

/// Writes everything behind the header.
pub(crate) fn write(found: &Markings, line: &mut dyn FnMut(String)) {
    let live: Vec<String> = found.live.iter().map(|values| bits(values)).collect();
    line(format!("live {}", live.join(" ")));
    line(format!("shared {}", found.shared.len()));
    found.shared.iter().for_each(|values| line(bits(values)));
    line(format!("locals {}", found.locals.len()));
    found.locals.iter().for_each(|(location, values)| line(format!("{location}:{}", bits(values))));
    line(format!("markings {}", found.markings.len()));
    for MarkedState { shared, threads } in &found.markings {
        let groups = threads.iter().map(|(local, count)| match *count {
            Markings::ANY => format!(" {local}*any"),
            count => format!(" {local}*{count}"),
        });
        line(format!("{shared}{}", groups.collect::<String>()));
    }
}

/// Reads everything behind the header. All numbers in the result are in range; no count is 0, and each marking names its
/// local states in ascending order.
pub(crate) fn read(program: &Program, reader: &mut Reader<'_>) -> Result<Markings, Refusal> {
    let mut found = Markings { live: read_live(program, reader)?, ..Markings::default() };
    for _ in 0..reader.count("shared")? {
        let values = read_bits(reader.next_line()?, program.shared.len());
        found.shared.push(values.ok_or_else(|| reader.wrong("no shared values"))?);
    }
    for _ in 0..reader.count("locals")? {
        let (location, values) =
            reader.next_line()?.split_once(':').ok_or_else(|| reader.wrong("no location"))?;
        let location: u32 = reader.number(location)?;
        let values = read_bits(values, program.locals.len());
        if location as usize >= program.locations.len() {
            return Err(reader.wrong("a location out of range"));
        }
        found.locals.push((location, values.ok_or_else(|| reader.wrong("no local values"))?));
    }
    for _ in 0..reader.count("markings")? {
        let marking = read_marking(reader, found.shared.len(), found.locals.len())?;
        found.markings.push(marking);
    }
    if reader.at_end() { Ok(found) } else { Err("there are more markings than announced".into()) }
}

fn read_live(program: &Program, reader: &mut Reader<'_>) -> Result<Vec<Vec<bool>>, Refusal> {
    let words = reader.field("live")?.split(' ');
    let live: Option<Vec<Vec<bool>>> = words.map(|word| read_bits(word, program.locals.len())).collect();
    let live = live.filter(|live| live.len() == program.locations.len());
    live.ok_or_else(|| reader.wrong("there must be a word of digits for each location"))
}

fn read_marking(reader: &mut Reader<'_>, shared: usize, locals: usize) -> Result<MarkedState, Refusal> {
    let mut words = reader.next_line()?.split(' ');
    let mut marking = MarkedState { shared: reader.number(words.next().unwrap_or(""))?, threads: Vec::new() };
    for word in words {
        let (local, count) = word.split_once('*').ok_or_else(|| reader.wrong("no count"))?;
        let local: u32 = reader.number(local)?;
        let count = if count == "any" { Markings::ANY } else { reader.number(count)? };
        let ascends = marking.threads.last().is_none_or(|(last, _)| *last < local);
        if local as usize >= locals || count == 0 || !ascends {
            return Err(reader.wrong("a local state or count out of range or order"));
        }
        marking.threads.push((local, count));
    }
    if marking.shared as usize >= shared {
        return Err(reader.wrong("shared values out of range"));
    }
    Ok(marking)
}
