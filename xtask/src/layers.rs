//! A crate sees lower layers only.

use std::path::{Path, PathBuf};

/// The layer of each crate, as in `ARCHITECTURE.md`.
const LAYERS: &[(&str, u32)] = &[
    ("index", 0),
    ("verdict", 1),
    ("solver", 1),
    ("boolprog", 2),
    ("explore", 2),
    ("ir", 2),
    ("words", 2),
    ("interpret", 3),
    ("llvm", 3),
    ("encode", 3),
    ("certify", 3),
    ("report", 3),
    ("tts", 3),
    ("steps", 3),
    ("plain", 4),
    ("counter", 4),
    ("cover", 4),
    ("simulate", 4),
    ("execute", 4),
    ("abstraction", 4),
    ("assure", 4),
    ("decide", 5),
    ("cli", 6),
];

/// The folder of the workspace.
pub fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_path_buf()
}

/// Everything that looks upward or sideways, and crates without a layer.
pub fn violations(root: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root.join("crates"))
        .expect("crates/ is there")
        .flatten()
        .map(|e| e.path())
        .collect();
    folders.sort();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        wrong.extend(violations_of(&name, &manifest));
    }
    wrong
}

fn violations_of(name: &str, manifest: &str) -> Vec<String> {
    let layer = |name: &str| LAYERS.iter().find(|(n, _)| *n == name).map(|(_, l)| *l);
    let Some(own) = layer(name) else {
        return vec![format!("crates/{name} has no layer: add it to xtask/src/layers.rs")];
    };
    let key = |line: &str| line.split(['.', '=', ' ']).next().unwrap_or("").trim().to_string();
    let uses = manifest.lines().map(key).filter_map(|k| k.strip_prefix("tw-").map(str::to_string));
    let upward = uses.filter(|used| layer(used).is_none_or(|l| l >= own));
    upward.map(|used| format!("crates/{name} (layer {own}) must not see tw-{used}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{violations, violations_of, workspace_root};

    #[test]
    fn the_workspace_looks_downward() {
        assert_eq!(violations(&workspace_root()), Vec::<String>::new());
    }

    #[test]
    fn looking_upward_or_sideways_is_found() {
        let manifest = "[dependencies]\ntw-index.workspace = true\ntw-counter = { path = \"../counter\" }\n";
        assert_eq!(violations_of("plain", manifest), ["crates/plain (layer 4) must not see tw-counter"]);
        assert_eq!(violations_of("boolprog", "tw-cli.workspace = true").len(), 1);
        assert_eq!(violations_of("unknown", "").len(), 1);
        assert!(violations_of("cli", manifest).is_empty());
    }
}
