//! `main`: the environment of a driver, or what each thread of a library program does.

use super::block::{Node, Style, Writer, cost, stmt};
use super::functions::Function;
use super::protocols::Protocol;
use super::{Family, Shape, Start, Values};
use tw_boolprog::generate::Random;

/// How threads come into being.
#[derive(Clone, Copy)]
pub struct Main {
    /// The family.
    pub family: Family,
    /// Whether the environment goes on with interrupts; otherwise it becomes a client.
    pub interrupts: bool,
}

impl Main {
    /// Threads needed for the error of a protocol.
    pub fn least_threads(self, protocol: &Protocol) -> u32 {
        match (self.interrupts, &protocol.interrupt) {
            // The environment is one of the threads that take part.
            (true, Some(_)) => protocol.clients,
            (true, None) => protocol.clients + 1,
            (false, _) => protocol.clients.max(2),
        }
    }

    /// Names of client functions.
    pub fn function_names(self) -> [&'static str; 9] {
        match self.family {
            Family::Driver => [
                "dev_write",
                "dev_read",
                "dev_ioctl",
                "dev_release",
                "dev_poll",
                "dev_reset",
                "dev_xmit",
                "dev_mmap",
                "dev_fsync",
            ],
            Family::Library => {
                ["insert", "lookup", "remove", "flush", "resize", "scan", "expire", "report", "verify"]
            }
        }
    }

    /// Locations of `main` itself, about.
    pub fn overhead(self, shape: &Shape, protocols: &[Protocol], functions: usize) -> usize {
        let around = |nodes: &[Node]| cost(nodes, shape.style);
        let by_environment =
            |p: &Protocol| around(&p.before) + around(&p.after) + p.interrupt.as_deref().map_or(0, around);
        let environment: usize = protocols.iter().map(by_environment).sum();
        match self.family {
            Family::Driver => 8 + environment + 2 * functions,
            Family::Library => 4 + 2 * functions,
        }
    }
}

/// The text of `main`.
pub fn write(
    random: &mut Random,
    shape: &Shape,
    protocols: &[Protocol],
    functions: &[Function],
    main: Main,
    assertion: Option<&str>,
) -> String {
    match (main.family, main.interrupts) {
        (Family::Library, _) => library(random, shape, functions, assertion),
        (Family::Driver, false) => driver(shape, protocols, functions, assertion),
        (Family::Driver, true) => {
            let client = client_function(functions, assertion);
            client + "\n" + &environment(shape, protocols)
        }
    }
}

/// Each thread calls what it likes until it ends.
fn library(random: &mut Random, shape: &Shape, functions: &[Function], assertion: Option<&str>) -> String {
    let mut body = Vec::new();
    for (i, function) in functions.iter().enumerate() {
        let condition = if i % 3 == 1 { "more" } else { "*" };
        if condition == "more" {
            body.push(stmt("more := *"));
        }
        body.push(Node::If(condition.to_string(), vec![function.call()], Vec::new()));
    }
    body.extend(assertion.map(stmt));
    if shape.values != Values::Kept {
        body.push(stmt("more := F"));
    }
    let endless = random.chance(40);
    let mut nodes = vec![Node::While(if endless { "T" } else { "*" }.to_string(), body)];
    if shape.start == Start::Arbitrary {
        nodes.insert(0, stmt("decl more"));
    }
    // A loop without end is written as such: `assume(F)` would be no statement of the source.
    let mut writer = Writer::new(if endless { Style::Structured } else { shape.style });
    writer.block(&nodes);
    format!("void main() begin\n{}end\n", writer.finish())
}

/// The environment starts clients and becomes one.
fn driver(shape: &Shape, protocols: &[Protocol], functions: &[Function], assertion: Option<&str>) -> String {
    let mut writer = Writer::new(shape.style);
    initialise(&mut writer, shape, protocols);
    writer.label("Spawn");
    writer.line("goto Start, Client");
    writer.label("Start");
    writer.line("start_thread goto Client");
    after_start(&mut writer, protocols);
    writer.line("goto Spawn");
    clients(&mut writer, functions, assertion);
    format!("void main() begin\n{}end\n", writer.finish())
}

/// The environment starts clients and goes on with interrupts.
fn environment(shape: &Shape, protocols: &[Protocol]) -> String {
    let mut writer = Writer::new(shape.style);
    initialise(&mut writer, shape, protocols);
    writer.label("Spawn");
    writer.line("goto Start, Interrupt");
    writer.label("Start");
    writer.line("start_thread client()");
    after_start(&mut writer, protocols);
    writer.line("goto Spawn");
    writer.label("Interrupt");
    for handler in protocols.iter().filter_map(|p| p.interrupt.as_ref()) {
        writer.block(handler);
    }
    if let Some(register) = shape.registers.iter().find(|r| r.written) {
        writer.line(&format!(
            "{} := {}",
            register.name,
            if shape.values == Values::Kept { "*" } else { "T" }
        ));
    }
    writer.line("goto Interrupt");
    format!("void main() begin\n{}end\n", writer.finish())
}

fn client_function(functions: &[Function], assertion: Option<&str>) -> String {
    let mut writer = Writer::new(Style::Goto);
    clients(&mut writer, functions, assertion);
    format!("void client() begin\n{}end\n", writer.finish())
}

fn initialise(writer: &mut Writer, shape: &Shape, protocols: &[Protocol]) {
    let settings: Vec<&str> =
        shape.registers.iter().filter(|r| r.name.starts_with("cfg_")).map(|r| r.name.as_str()).collect();
    if !settings.is_empty() {
        let value = if shape.values == Values::Kept { "*" } else { "T" };
        let values = vec![value; settings.len()].join(", ");
        writer.line(&format!("{} := {values}", settings.join(", ")));
    }
    protocols.iter().for_each(|p| writer.block(&p.before));
}

fn after_start(writer: &mut Writer, protocols: &[Protocol]) {
    protocols.iter().for_each(|p| writer.block(&p.after));
}

/// The endless loop of a client.
fn clients(writer: &mut Writer, functions: &[Function], assertion: Option<&str>) {
    let labels: Vec<String> = (1..=functions.len()).map(|i| format!("Call{i}")).collect();
    writer.label("Client");
    writer.line(&format!("goto {}", labels.join(", ")));
    for (label, function) in labels.iter().zip(functions) {
        writer.label(label);
        writer.block(&[function.call()]);
        if label == "Call1" {
            assertion.into_iter().for_each(|a| writer.line(a));
        }
        writer.line("goto Client");
    }
}
