//! What is checked: read once, hashed once, before anything else.

mod file_type;

pub use file_type::{Language, language_of};

use crate::failure::{Failure, Remarks};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tw_boolprog::{Loaded, MAX_FILE_BYTES, Program};
use tw_report::{InputFile, Sources};
use tw_tts::{Net, System};

/// Shared or local states of a system: engines have tables of this size.
const MOST_STATES: u32 = 10_000_000;

/// A program, system or net.
pub struct Subject {
    /// The files, with the hashes of what was read.
    pub files: Vec<InputFile>,
    /// What they hold.
    pub content: Content,
    /// The texts that were read.
    pub sources: Sources,
    /// Remarks on the source that do not stop us.
    pub warnings: Vec<Remarks>,
}

/// What the files hold.
pub enum Content {
    /// A Boolean program.
    Boolean(Box<Boolean>),
    /// A thread transition system, with the path of its file.
    System(Box<System>, PathBuf),
    /// A Petri net.
    Net(Box<Net>),
    /// C, C++ or LLVM files that are compiled together.
    Program(Vec<PathBuf>),
}

/// A Boolean program.
pub struct Boolean {
    /// The program with what it was made from.
    pub loaded: Loaded,
    /// The flat program.
    pub program: Arc<Program>,
}

impl Subject {
    /// Reads the files.
    ///
    /// # Errors
    /// They cannot be read, are not of a known type, do not go together, or are invalid.
    pub fn read(paths: &[PathBuf]) -> Result<Subject, Failure> {
        let [first, rest @ ..] = paths else { return Err(Failure::usage("no file is given")) };
        let language = language_of(first)?;
        if language == Language::Program {
            return Subject::program(paths);
        }
        if let Some(other) = rest.first() {
            return Err(Failure::usage(format!(
                "{}: {} are checked one at a time; several files must all be C, C++ or LLVM programs",
                other.display(),
                language.words()
            )));
        }
        let bytes = read_bytes(first)?;
        file_type::refuse_binary(first, &bytes)?;
        let name = first.display().to_string();
        let files = vec![InputFile { path: name.clone(), sha256: sha256(&bytes) }];
        let mut sources = Sources::default();
        sources.add(&name, &bytes);
        let (content, warnings) = match language {
            Language::System => system(first, &name, bytes)?,
            Language::Net => net(&name, bytes)?,
            Language::Boolean | Language::Program => boolean(&name, bytes)?,
        };
        Ok(Subject { files, content, sources, warnings })
    }

    fn program(paths: &[PathBuf]) -> Result<Subject, Failure> {
        let (mut files, mut sources) = (Vec::new(), Sources::default());
        for path in paths {
            if language_of(path)? != Language::Program {
                return Err(Failure::usage(format!(
                    "{}: several files must all be C, C++ or LLVM programs",
                    path.display()
                )));
            }
            if path.is_dir() {
                return Err(Failure::input(format!("cannot read {}: it is a directory", path.display())));
            }
            let bytes = read_bytes(path)?;
            match path.extension().and_then(|ending| ending.to_str()) {
                Some("bc" | "ll") => file_type::refuse_no_module(path, &bytes)?,
                _ => file_type::refuse_binary(path, &bytes)?,
            }
            if path.extension().is_none_or(|e| e != "bc") {
                sources.add(path.display().to_string(), &bytes);
            }
            files.push(InputFile { path: path.display().to_string(), sha256: sha256(&bytes) });
        }
        Ok(Subject { files, content: Content::Program(paths.to_vec()), sources, warnings: Vec::new() })
    }

    /// Its language.
    pub fn language(&self) -> Language {
        match self.content {
            Content::Boolean(_) => Language::Boolean,
            Content::System(..) => Language::System,
            Content::Net(_) => Language::Net,
            Content::Program(_) => Language::Program,
        }
    }

    /// The hash of its only file.
    pub fn sha256(&self) -> &str {
        self.files.first().map_or("", |file| &file.sha256)
    }

    /// The name of its first file.
    pub fn name(&self) -> &str {
        self.files.first().map_or("", |file| &file.path)
    }
}

type Parts = (Content, Vec<Remarks>);

fn remarks(source: &tw_verdict::SourceFile, messages: Vec<tw_verdict::Diagnostic>) -> Vec<Remarks> {
    if messages.is_empty() { Vec::new() } else { vec![Remarks { source: source.clone(), messages }] }
}

fn boolean(name: &str, bytes: Vec<u8>) -> Result<Parts, Failure> {
    let loaded = tw_boolprog::load(name, bytes).map_err(|error| {
        let unsupported = error.is_unsupported();
        Failure::rejected((*error.source).clone(), error.messages, unsupported)
    })?;
    let warnings = remarks(&loaded.source, loaded.warnings.clone());
    let program = Arc::new(loaded.program.clone());
    Ok((Content::Boolean(Box::new(Boolean { loaded, program })), warnings))
}

fn system(path: &Path, name: &str, bytes: Vec<u8>) -> Result<Parts, Failure> {
    let loaded = tw_tts::load(name, bytes)?;
    let most = loaded.system.locals().max(loaded.system.shared());
    if most > MOST_STATES {
        return Err(Failure::unsupported(format!(
            "{name}: {most} shared or local states; systems of at most {MOST_STATES} are read"
        )));
    }
    let warnings = remarks(loaded.system.source(), loaded.warnings);
    Ok((Content::System(Box::new(loaded.system), path.to_path_buf()), warnings))
}

fn net(name: &str, bytes: Vec<u8>) -> Result<Parts, Failure> {
    let loaded = tw_tts::load_spec(name, bytes)?;
    Ok((Content::Net(Box::new(loaded.net)), remarks(&loaded.source, loaded.warnings)))
}

/// Reads a file (or standard input) up to the largest size that is accepted.
///
/// # Errors
/// It cannot be read, or is too large.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    read_at_most(path, MAX_FILE_BYTES, "programs")
}

/// The largest certificate.
const MAX_CERTIFICATE_BYTES: u64 = 2_000_000_000;

/// Reads a certificate, which may be larger than a program.
///
/// # Errors
/// It cannot be read, is too large, or is not text.
pub fn read_certificate(path: &Path) -> Result<String, Failure> {
    let bytes = read_at_most(path, MAX_CERTIFICATE_BYTES, "certificates")?;
    String::from_utf8(bytes).map_err(|_| Failure::input("the certificate is rejected: it is not text"))
}

fn read_at_most(path: &Path, most: u64, what: &str) -> Result<Vec<u8>, Failure> {
    let fail = |e: std::io::Error| Failure::input(format!("cannot read {}: {e}", path.display()));
    let mut bytes = Vec::new();
    let too_large = |size: String| {
        let most = most / 1_000_000;
        Failure::input(format!("{}{size}: {what} of at most {most} MB are read", path.display()))
    };
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(fail)?;
    } else {
        let file = std::fs::File::open(path).map_err(fail)?;
        let size = file.metadata().map_err(fail)?.len();
        if size > most {
            return Err(too_large(format!(" has {} MB", size / 1_000_000)));
        }
        file.take(most + 1).read_to_end(&mut bytes).map_err(fail)?;
    }
    if bytes.len() as u64 > most { Err(too_large(String::new())) } else { Ok(bytes) }
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}
