//! *What*: nets as mist's `.spec` files; what is written reads back as an equal net.

use crate::net::{Count, Net, Place, Rule, Update};
use std::fmt::{Display, Formatter, Result};

/// As a `.spec` file.
impl Display for Net {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "vars\n    {}\n\nrules", self.places.as_slice().join(" "))?;
        for rule in self.rules.iter() {
            writeln!(f, "    {}", rule_text(self, rule))?;
        }
        let init = self.init.enumerate().map(|(place, count)| count_text(&self.places[place], *count));
        writeln!(f, "\ninit\n    {}\n\ntarget", joined(init))?;
        for target in &self.targets {
            writeln!(f, "    {}", conjunction(self, target))?;
        }
        Ok(())
    }
}

/// A rule in one line.
pub fn rule_text(net: &Net, rule: &Rule) -> String {
    let guards = if rule.guards.is_empty() { "true".into() } else { joined(at_least(net, &rule.guards)) };
    let updates = joined(rule.updates.iter().map(|update| update_text(net, update)));
    if updates.is_empty() { format!("{guards} -> ;") } else { format!("{guards} -> {updates};") }
}

fn update_text(net: &Net, update: &Update) -> String {
    let (place, constant) = (&net.places[update.place], update.constant);
    if update.sum.is_empty() {
        return format!("{place}' = {constant}");
    }
    // Older readers of the format ask for a constant, be it zero.
    let sign = if constant < 0 { '-' } else { '+' };
    let names: Vec<&str> = update.sum.iter().map(|p| net.places[*p].as_str()).collect();
    format!("{place}' = {} {sign} {}", names.join(" + "), constant.unsigned_abs())
}

fn count_text(place: &str, count: Count) -> String {
    match count {
        Count { at_least, at_most: None } => format!("{place} >= {at_least}"),
        Count { at_least, at_most: Some(most) } if at_least == most => format!("{place} = {most}"),
        Count { at_least, at_most: Some(most) } => format!("{place} in [{at_least}, {most}]"),
    }
}

/// A target; one without conditions needs a first place to speak of.
fn conjunction(net: &Net, target: &[(Place, u32)]) -> String {
    match (target, net.places.as_slice()) {
        ([], [first, ..]) => format!("{first} >= 0"),
        _ => joined(at_least(net, target)),
    }
}

fn at_least<'a>(net: &'a Net, wanted: &'a [(Place, u32)]) -> impl Iterator<Item = String> + 'a {
    wanted.iter().map(|(place, least)| format!("{} >= {least}", net.places[*place]))
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}
