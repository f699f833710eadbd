//! One answer as one line.

use serde_json::Value;

/// What the command answered: exit code, verdict, coverage, schedule, counts, certificate.
pub fn line(code: Option<i32>, stdout: &[u8], timing_decides: bool) -> String {
    let code = code.map_or("signal".to_string(), |code| code.to_string());
    let Ok(document) = serde_json::from_slice::<Value>(stdout) else { return format!("exit {code}") };
    let fields = match document["schema"].as_str() {
        Some("threadwise/2") => second(&document),
        _ => first(&document),
    };
    let [verdict, rest @ ..] = &fields;
    let limited = verdict.starts_with("UNKNOWN") && verdict.contains("limit of");
    if limited || timing_decides {
        return format!("exit {code}\t{}", if limited { "UNKNOWN(limit)" } else { verdict });
    }
    format!("exit {code}\t{verdict}\t{}", rest.join("\t"))
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Verdict, coverage, rows, switches, states, transitions, certificate.
fn first(document: &Value) -> [String; 7] {
    let is_program = document["options"]["engine"] == "execute";
    let example = &document["counterexample"];
    let code = if is_program { &document["code"] } else { &document["property"] };
    let verdict = match document["verdict"].as_str() {
        Some("FALSE") => format!("FALSE({})", text(code)),
        Some("UNKNOWN") => format!("UNKNOWN({})", text(&document["reason"])),
        other => other.unwrap_or("?").to_string(),
    };
    let coverage = match (&document["coverage"], document["verdict"].as_str()) {
        (Value::Null, Some("TRUE")) if is_program => match document["up_to"].as_u64() {
            None => "all-started".into(),
            Some(n) => format!("{{\"up-to\":{n}}}"),
        },
        (coverage, _) => text(coverage),
    };
    let rows = example["execution"]["rows"].as_array().or_else(|| example["schedule"]["steps"].as_array());
    let statistics = &document["statistics"];
    let certificate = &document["certificate"];
    let certificate = match certificate["checked"].as_bool() {
        Some(true) => format!("{} {}", text(&certificate["kind"]), text(&certificate["size"])),
        Some(false) => "not certified".into(),
        None => "-".into(),
    };
    [
        verdict,
        coverage,
        rows.map_or("-".into(), |rows| rows.len().to_string()),
        text(&example["switches"]),
        text(&statistics["states"]),
        text(&statistics["transitions"]),
        certificate,
    ]
}

/// The same of the present schema.
fn second(_document: &Value) -> [String; 7] {
    todo!()
}
