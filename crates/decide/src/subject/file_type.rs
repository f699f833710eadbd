//! Which language a file is written in, by its name; and what it is instead, by its first bytes.

use crate::failure::Failure;
use std::io::Read;
use std::path::Path;

/// The languages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Language {
    /// Boolean programs.
    Boolean,
    /// C and C++ programs.
    Program,
    /// Thread transition systems.
    System,
    /// Petri nets with transfers.
    Net,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 4] = [Language::Boolean, Language::Program, Language::System, Language::Net];

    /// The topics of `--help` that are listed; [`Language::of_topic`] takes other endings as well.
    pub const TOPICS: [&'static str; 4] = ["c", "bp", "tts", "spec"];

    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Language::Boolean => "boolean-program",
            Language::Program => "program",
            Language::System => "system",
            Language::Net => "net",
        }
    }

    /// For people, in the plural.
    pub fn words(self) -> &'static str {
        match self {
            Language::Boolean => "Boolean programs",
            Language::Program => "C and C++ programs",
            Language::System => "thread transition systems",
            Language::Net => "Petri nets",
        }
    }

    /// The language of a topic of `--help`.
    pub fn of_topic(topic: &str) -> Option<Language> {
        match topic {
            "bp" | "nbp" => Some(Language::Boolean),
            "c" | "cpp" | "c++" | "bc" | "ll" => Some(Language::Program),
            "tts" => Some(Language::System),
            "spec" => Some(Language::Net),
            _ => None,
        }
    }
}

/// Endings of file names.
const TYPES: &[(&str, Language)] = &[
    ("c", Language::Program),
    ("i", Language::Program),
    ("cc", Language::Program),
    ("cpp", Language::Program),
    ("cxx", Language::Program),
    ("C", Language::Program),
    ("ii", Language::Program),
    ("bc", Language::Program),
    ("ll", Language::Program),
    ("bp", Language::Boolean),
    ("nbp", Language::Boolean),
    ("tts", Language::System),
    ("spec", Language::Net),
];

/// The language of a file; `-` is a Boolean program on standard input.
///
/// # Errors
/// Its type is not known.
pub fn language_of(path: &Path) -> Result<Language, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Language::Boolean);
    }
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    if let Some((_, language)) = TYPES.iter().find(|(known, _)| *known == ending) {
        return Ok(*language);
    }
    if !path.exists() {
        return Err(Failure::input(format!("cannot read {}: no such file", path.display())));
    }
    if path.is_dir() {
        return Err(Failure::input(format!("cannot read {}: it is a directory", path.display())));
    }
    if let Some(what) = beginning(path).as_deref().and_then(binary) {
        return Err(Failure::input(format!("{}: this is {what}; {KNOWN}", path.display())));
    }
    let what = if ending.is_empty() { "a file without an ending".into() } else { format!("type .{ending}") };
    Err(Failure::input(format!("{}: {what} is not known; {KNOWN}", path.display())))
}

/// The first bytes of a file: enough to tell what it is.
fn beginning(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path).ok()?.take(16).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

const KNOWN: &str = "known are .c .i .cc .cpp .cxx .C .ii .bc .ll (C, C++, LLVM), .bp .nbp (Boolean programs), .tts (thread transition systems) and .spec (Petri nets)";

/// Beginnings of files that are not text.
const MAGIC: &[(&[u8], &str)] = &[
    (b"\x1f\x8b", "a gzip-compressed file"),
    (b"\x28\xb5\x2f\xfd", "a zstd-compressed file"),
    (b"\xfd7zXZ\x00", "an xz-compressed file"),
    (b"BZh", "a bzip2-compressed file"),
    (b"PK\x03\x04", "a zip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x7fELF", "an ELF binary (an object file, library or executable)"),
    (b"!<arch>\n", "a static library"),
    (b"BC\xc0\xde", "LLVM bitcode"),
    (b"\0asm", "a WebAssembly binary"),
    (b"\x89PNG", "a PNG picture"),
    (b"%PDF", "a PDF document"),
    (b"MZ", "a Windows binary"),
];

/// What a file is whose first bytes are not those of a text.
fn binary(bytes: &[u8]) -> Option<&'static str> {
    MAGIC.iter().find(|(start, _)| bytes.get(..start.len()) == Some(*start)).map(|(_, what)| *what)
}

/// Refuses a file whose first bytes say that it is not the text that its name promises.
///
/// # Errors
/// What it is.
pub fn refuse_binary(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    match binary_content(bytes) {
        Some(what) => Err(Failure::input(format!(
            "{}: this is {what}, not the text that its name promises; unpack it, or give the source file",
            path.display()
        ))),
        None => Ok(()),
    }
}

/// As [`binary`], of a whole file: a source text may begin with letters that compressed files begin with, too.
fn binary_content(bytes: &[u8]) -> Option<&'static str> {
    let is_text = !has_zeros(bytes) && matches!(bytes.first(), Some(b'M' | b'B'));
    binary(bytes).filter(|_| !is_text)
}

fn has_zeros(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(512)].contains(&0)
}

/// Beginnings of bitcode, also inside the wrapper of some systems.
const BITCODE: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];

/// What the first definition of LLVM assembly begins with.
const ASSEMBLY: [&str; 12] = [
    "define",
    "declare",
    "source_filename",
    "target",
    "module",
    "attributes",
    "uselistorder",
    "@",
    "%",
    "$",
    "!",
    "^",
];

/// Refuses a file named `.bc` or `.ll` that is no LLVM module by its first bytes; empty ones are left to LLVM.
///
/// # Errors
/// What it is.
pub fn refuse_no_module(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let name = path.display();
    if BITCODE.iter().any(|magic| bytes.starts_with(magic)) {
        return match path.extension().is_some_and(|ending| ending == "bc") {
            true => Ok(()),
            false => Err(Failure::input(format!("{name}: this is LLVM bitcode: its name has to end in .bc"))),
        };
    }
    let what = match (binary_content(bytes), begins_as_assembly(bytes)) {
        (Some(what), _) => what,
        (None, true) => return Ok(()),
        (None, false) if has_zeros(bytes) || std::str::from_utf8(bytes).is_err() => {
            "a binary of an unknown kind"
        }
        (None, false) => "another text",
    };
    Err(Failure::input(format!(
        "{name}: not readable as LLVM 19: this is {what}, neither LLVM bitcode nor LLVM assembly; clang-19 or older writes them, with -c -emit-llvm or -S -emit-llvm"
    )))
}

/// Whether the first word may stand there in LLVM assembly, or there is none.
fn begins_as_assembly(bytes: &[u8]) -> bool {
    let mut rest = bytes.trim_ascii_start();
    while rest.first() == Some(&b';') {
        let end = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        rest = rest[end..].trim_ascii_start();
    }
    rest.is_empty() || ASSEMBLY.iter().any(|word| rest.starts_with(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{Language, language_of, refuse_binary, refuse_no_module};
    use std::path::Path;

    #[test]
    fn types_are_known_by_their_endings() {
        assert_eq!(language_of(Path::new("a/b.cpp")).unwrap(), Language::Program);
        assert_eq!(language_of(Path::new("-")).unwrap(), Language::Boolean);
        let unknown = language_of(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))).unwrap_err();
        assert!(unknown.to_string().contains(".toml is not known; known are .c"), "{unknown}");
    }

    #[test]
    fn compressed_files_are_named() {
        let refused = refuse_binary(Path::new("x.bp"), b"\x1f\x8b\x08").unwrap_err();
        assert!(refused.to_string().contains("gzip"), "{refused}");
        assert!(refuse_binary(Path::new("x.bp"), b"BZhang: skip;").is_ok());
    }

    #[test]
    fn modules_are_known_by_their_first_bytes() {
        let read = |name: &str, bytes: &[u8]| refuse_no_module(Path::new(name), bytes);
        let modules: [(&str, &[u8]); 5] = [
            ("x.bc", b"BC\xc0\xde\x35\x14"),
            ("x.bc", b"\xde\xc0\x17\x0b\0\0"),
            ("x.bc", b""),
            ("x.ll", b"; ModuleID = 'a'\n\n; caf\xe9\nsource_filename = \"a.c\"\n"),
            ("x.ll", b"@x = global i32 0\n"),
        ];
        for (name, bytes) in modules {
            assert!(read(name, bytes).is_ok(), "{name}: {bytes:?}");
        }
        let others: [(&[u8], &str); 5] = [
            (b"\x7fELF\x02", "this is an ELF binary"),
            (b"!<arch>\n", "this is a static library"),
            (b"\x1f\x8b\x08", "this is a gzip-compressed file"),
            (b"\x01\0\x02", "this is a binary of an unknown kind"),
            (b"; hello\nint main;\n", "this is another text, neither LLVM bitcode nor LLVM assembly"),
        ];
        for (bytes, what) in others {
            for name in ["x.bc", "x.ll"] {
                let refused = read(name, bytes).unwrap_err().to_string();
                assert!(refused.contains(what) && refused.contains("clang-19 or older"), "{refused}");
            }
        }
        let bitcode = read("x.ll", b"BC\xc0\xde\x35\x14").unwrap_err();
        assert!(bitcode.to_string().contains("end in .bc"), "{bitcode}");
    }

    #[test]
    fn topics_of_help_are_those_of_all_languages() {
        let mut languages: Vec<_> = Language::TOPICS.iter().filter_map(|t| Language::of_topic(t)).collect();
        languages.sort_unstable();
        assert_eq!(languages, Language::ALL);
    }
}
