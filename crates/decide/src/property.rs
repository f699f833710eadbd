//! `--property`: names, and property files of competitions.

use crate::failure::Failure;
use std::path::Path;
use tw_verdict::Property;

/// Reads each `--property`: a list of names, the path of a `.prp` file, or the text of one. Without any: the usual ones.
///
/// # Errors
/// What is wrong with one.
pub fn parse(texts: &[&str]) -> Result<Vec<Property>, Failure> {
    if texts.is_empty() {
        return Ok(Property::DEFAULT.to_vec());
    }
    let mut properties = Vec::new();
    for text in texts {
        properties.extend(one(text)?);
    }
    properties.sort_unstable();
    properties.dedup();
    Ok(without_parts(properties))
}

/// All three parts of `memory` are `memory`, and beside it they say nothing.
fn without_parts(mut properties: Vec<Property>) -> Vec<Property> {
    if Property::OF_MEMORY.iter().all(|part| properties.contains(part)) {
        properties.push(Property::Memory);
    }
    if properties.contains(&Property::Memory) {
        properties.retain(|p| !Property::OF_MEMORY.contains(p));
        properties.sort_unstable();
        properties.dedup();
    }
    properties
}

/// Whether this is a property file of a competition, or the text of one.
pub fn is_file(text: &str) -> bool {
    text.trim_start().starts_with("CHECK") || text.ends_with(".prp") || Path::new(text).is_file()
}

fn one(text: &str) -> Result<Vec<Property>, Failure> {
    if text.trim_start().starts_with("CHECK") {
        return specification(text);
    }
    if is_file(text) {
        let content = std::fs::read_to_string(text)
            .map_err(|e| Failure::usage(format!("cannot read the property file {text}: {e}")))?;
        return specification(&content);
    }
    let named: Result<Vec<_>, _> = text.split(',').map(|name| named(name.trim())).collect();
    Ok(named?.concat())
}

fn named(name: &str) -> Result<Vec<Property>, Failure> {
    Ok(match name {
        "assertion" | "unreach-call" => vec![Property::Assertion],
        "memory" | "valid-memsafety" => vec![Property::Memory],
        "valid-deref" => vec![Property::Deref],
        "valid-free" => vec![Property::Free],
        "valid-memtrack" => vec![Property::Memtrack],
        "data-race" | "no-data-race" => vec![Property::DataRace],
        "deadlock" | "no-deadlock" => vec![Property::Deadlock],
        "pthread" => vec![Property::Pthread],
        "arithmetic" => vec![Property::Arithmetic],
        "overflow" | "no-overflow" => vec![Property::Overflow],
        "valid-memcleanup" => vec![Property::Cleanup],
        "all" => Property::ALL.to_vec(),
        "default" => Property::DEFAULT.to_vec(),
        _ => {
            let all = Property::ALL.into_iter().chain(Property::OF_MEMORY);
            let names: Vec<&str> = all.map(Property::name).collect();
            return Err(Failure::usage(format!(
                "--property {name}: no such property; there are {}, all, default, and .prp files",
                names.join(", ")
            )));
        }
    })
}

/// Reads lines of the form `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
fn specification(text: &str) -> Result<Vec<Property>, Failure> {
    let mut properties = Vec::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let dense: String = line.split_whitespace().collect();
        let formula = dense
            .strip_prefix("CHECK(init(main()),LTL(")
            .and_then(|rest| rest.strip_suffix("))"))
            .ok_or_else(|| {
                let example = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
                Failure::usage(format!("'{line}' is no property; expected a line such as {example}"))
            })?;
        let property = match formula {
            "G!call(reach_error())" | "G!call(__VERIFIER_error())" => Property::Assertion,
            "G!data-race" => Property::DataRace,
            "G!overflow" => Property::Overflow,
            "G!deadlock" => Property::Deadlock,
            "Gvalid-deref" => Property::Deref,
            "Gvalid-free" => Property::Free,
            "Gvalid-memtrack" => Property::Memtrack,
            "Gvalid-memcleanup" => Property::Cleanup,
            _ => return Err(Failure::unsupported(format!("the property {line} is not supported"))),
        };
        properties.push(property);
    }
    if properties.is_empty() {
        return Err(Failure::usage("the property file is empty"));
    }
    Ok(properties)
}

#[cfg(test)]
mod tests {
    use super::parse;
    use tw_verdict::Property;

    #[test]
    fn names_and_files_are_read() {
        assert_eq!(parse(&[]).unwrap(), Property::DEFAULT);
        assert_eq!(parse(&["no-data-race"]).unwrap(), [Property::DataRace]);
        assert_eq!(parse(&["deadlock,assertion"]).unwrap(), [Property::Assertion, Property::Deadlock]);
        let repeated = parse(&["deadlock", "assertion,deadlock"]);
        assert_eq!(repeated.unwrap(), [Property::Assertion, Property::Deadlock]);
        let text = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G ! overflow) )\n";
        assert_eq!(parse(&[text]).unwrap(), [Property::Free, Property::Overflow]);
        for wrong in ["", "x", "CHECK(", "missing.prp", "CHECK( init(main()), LTL(F end) )"] {
            assert!(parse(&[wrong]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn three_parts_are_one() {
        let two = parse(&["valid-memtrack,valid-deref"]);
        assert_eq!(two.unwrap(), [Property::Deref, Property::Memtrack]);
        for memory in ["valid-deref,valid-free,valid-memtrack", "memory,valid-free", "valid-memsafety"] {
            assert_eq!(parse(&[memory]).unwrap(), [Property::Memory], "{memory}");
        }
        let lines = ["free", "deref", "memtrack"].map(|p| format!("CHECK( init(main()), LTL(G valid-{p}) )"));
        assert_eq!(parse(&[&lines.join("\n")]).unwrap(), [Property::Memory]);
        assert_eq!(parse(&[&lines[..2].join("\n")]).unwrap(), [Property::Deref, Property::Free]);
    }
}
