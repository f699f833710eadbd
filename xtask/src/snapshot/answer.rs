//! One answer as one line.

use serde_json::Value;

/// What the command answered: exit code, verdict, coverage, schedule, counts, certificate.
pub fn line(code: Option<i32>, stdout: &[u8], timing_decides: bool) -> String {
    let code = code.map_or("signal".to_string(), |code| code.to_string());
    let Ok(document) = serde_json::from_slice::<Value>(stdout) else { return format!("exit {code}") };
    if document["verdict"].is_null() {
        return format!("exit {code}");
    }
    let [verdict, rest @ ..] = fields(&document);
    let kind = document["properties"][0]["reason"]["kind"].as_str().unwrap_or("");
    let limited = ["time-limit", "memory-limit"].contains(&kind);
    if limited || timing_decides {
        return format!("exit {code}\t{}", if limited { "UNKNOWN(limit)" } else { &verdict });
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

/// What engines call the states that they count, and the steps between them.
const STATES: [&str; 6] = ["states", "sets", "symbolic_states", "elements", "markings", "configurations"];
const STEPS: [&str; 4] = ["transitions", "images", "predecessors", "steps"];

/// Verdict, coverage, rows, switches, states, transitions, certificate.
fn fields(document: &Value) -> [String; 7] {
    let result = text(&document["result"]);
    let entries = document["properties"].as_array().map(Vec::as_slice).unwrap_or_default();
    let first = |path: &[&str]| {
        let walk = |entry: &Value| path.iter().fold(entry.clone(), |at, key| at[*key].clone());
        entries.iter().map(walk).find(|found| !found.is_null()).unwrap_or(Value::Null)
    };
    let example = first(&["evidence", "counterexample"]);
    let rows = example["schedule"]["rows"].as_array().map(|rows| rows.len().to_string());
    let certificate = first(&["evidence", "certificate"]);
    let certificate = match certificate["checked"].as_bool() {
        Some(true) => format!("{} {}", text(&certificate["kind"]), text(&certificate["size"])),
        Some(false) => "not certified".into(),
        None => "-".into(),
    };
    let counted = |keys: &[&str]| {
        let found = keys.iter().map(|key| &document["statistics"][*key]).find(|n| !n.is_null());
        found.map_or("-".to_string(), text)
    };
    [
        result.strip_prefix("RESULT: ").unwrap_or(&result).to_string(),
        text(&first(&["coverage"])),
        rows.unwrap_or("-".into()),
        text(&example["switches"]),
        counted(&STATES),
        counted(&STEPS),
        certificate,
    ]
}
