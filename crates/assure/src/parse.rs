//! Reads a certificate; the format is in `docs/certificates.md`.

use crate::certificate::{
    ArrayVariable, Certificate, Clause, Edge, FrameName, Kind, Literal, LocalObject, Place, Point, Predicate,
    Question, Sort, Step, Variable,
};
use crate::refusal::Refusal;
use crate::term::{self, Term, Widths};
use std::collections::BTreeSet;
use std::str::FromStr;
use tw_index::Id;
use tw_ir::{Block, FuncId, GlobalId, Module, Reg};
use tw_verdict::{Property, Threads, check_certificate_line};

/// More of anything is not read.
const MOST: usize = 1_000_000;
const MOST_PLACES: usize = 10_000;

/// Reads a certificate about a module.
///
/// # Errors
/// The first line that is wrong.
pub fn read<'t>(module: &Module, text: &'t str) -> Result<Certificate<'t>, Refusal> {
    let mut lines = Lines { rest: text, number: 0, module };
    let result = lines.certificate();
    result.map_err(|refusal| refusal.or_at(lines.number))
}

/// What a certificate answers, from its first lines.
///
/// # Errors
/// The first of them that is wrong.
pub fn question(text: &str) -> Result<Question, Refusal> {
    let module = Module::default();
    let mut lines = Lines { rest: text, number: 0, module: &module };
    let result = lines.question();
    result.map_err(|refusal| refusal.or_at(lines.number))
}

struct Lines<'t, 'm> {
    rest: &'t str,
    /// Of the line read last.
    number: usize,
    module: &'m Module,
}

type Read<T> = Result<T, Refusal>;

fn wrong<T>(why: impl Into<String>) -> Read<T> {
    Err(Refusal::wrong(why))
}

fn number<T: FromStr>(text: &str) -> Read<T> {
    // `+1` and the like are not how numbers are written.
    let is_plain = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| Refusal::wrong(format!("'{text}' is no number that can stand here")))
}

fn below(text: &str, count: usize) -> Read<usize> {
    let found: usize = number(text)?;
    if found < count { Ok(found) } else { wrong(format!("{found} is too large: there are {count}")) }
}

/// A list, of which `-` is the empty one.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(move |_| text != "-")
}

fn set(text: &str, count: usize) -> Read<BTreeSet<usize>> {
    list(text).map(|word| below(word, count)).collect()
}

impl<'t> Lines<'t, '_> {
    fn next(&mut self) -> Read<&'t str> {
        self.number += 1;
        if self.rest.is_empty() {
            return wrong("the certificate ends too early");
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        Ok(line)
    }

    fn field(&mut self, name: &str) -> Read<&'t str> {
        let line = self.next()?;
        let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| Refusal::wrong(format!("'{name} …' is expected, not '{line}'")))
    }

    fn flag(&mut self, name: &str, no: &str, yes: &str) -> Read<bool> {
        match self.field(name)? {
            found if found == yes => Ok(true),
            found if found == no => Ok(false),
            other => wrong(format!("{no} or {yes} is expected, not '{other}'")),
        }
    }

    fn count(&mut self, name: &str, most: usize) -> Read<usize> {
        let count = number(self.field(name)?)?;
        if count <= most { Ok(count) } else { wrong(format!("there are at most {most}")) }
    }

    fn many<T>(
        &mut self,
        name: &str,
        most: usize,
        mut one: impl FnMut(&mut Self, &'t str) -> Read<T>,
    ) -> Read<Vec<T>> {
        let count = self.count(name, most)?;
        let mut all = Vec::new();
        for _ in 0..count {
            let line = self.next()?;
            all.push(one(self, line)?);
        }
        Ok(all)
    }

    fn question(&mut self) -> Read<Question> {
        check_certificate_line(self.next()?).map_err(|why| Refusal::wrong(why.to_string()))?;
        match self.field("kind")? {
            "predicate-abstraction" => {}
            other => return wrong(format!("a certificate of kind {other} is none of predicate abstraction")),
        }
        let program = self.field("program")?.to_string();
        let level = number(self.field("level")?)?;
        let world = self.field("world")?.to_string();
        let mut properties = Vec::new();
        for name in self.field("properties")?.split(' ') {
            match Property::of_programs(name) {
                Some(property) if !properties.contains(&property) => properties.push(property),
                _ => return wrong(format!("'{name}' is no property, or is named twice")),
            }
        }
        let threads = match self.field("threads")? {
            "unbounded" => Threads::AnyNumber,
            text => Threads::AtMost(number(text)?),
        };
        let assume_defined = self.flag("assume-defined", "no", "yes")?;
        let uninitialised_is_input = self.flag("uninitialised", "undefined", "input")?;
        let memory_model = self.field("memory-model")?;
        let memory_model = memory_model
            .parse()
            .map_err(|_| Refusal::wrong(format!("'{memory_model}' is no memory model")))?;
        Ok(Question {
            program,
            level,
            world,
            properties,
            threads,
            assume_defined,
            uninitialised_is_input,
            memory_model,
        })
    }

    fn certificate(&mut self) -> Read<Certificate<'t>> {
        let question = self.question()?;
        let objects = self.many("objects", MOST, |this, line| this.object(line))?;
        let variables = self.many("variables", MOST, |this, line| this.variable(line))?;
        let arrays = self.many("arrays", MOST, |this, line| this.array(line))?;
        let variable_widths: Vec<u32> = variables.iter().map(|v| v.width).collect();
        let array_widths: Vec<(u32, u32)> = arrays.iter().map(|a| a.widths).collect();
        let widths = Widths { variables: &variable_widths, arrays: &array_widths };
        let predicates =
            self.many("predicates", MOST_PLACES, |_, line| predicate(line, &widths, &variables, &arrays))?;
        let scopes = self.many("scopes", MOST_PLACES, |_, line| set(line, MOST_PLACES))?;
        if let Some(scope) = predicates.iter().filter_map(|p| p.scope).find(|scope| *scope >= scopes.len()) {
            return wrong(format!("there is no scope {scope}"));
        }
        let places = self.many("places", MOST_PLACES, |this, line| this.place(line))?;
        if scopes.iter().flatten().any(|place| *place >= places.len()) {
            return wrong("a scope has a place that does not exist");
        }
        let mut entries = places.iter().enumerate().filter(|(_, place)| place.is_entry);
        let entry = match (entries.next(), entries.next()) {
            (Some((entry, _)), None) => entry,
            _ => return wrong("there must be one entry"),
        };
        let sizes = (places.len(), predicates.as_slice());
        let count = self.count("edges", MOST)?;
        let (mut edges, mut clauses) = (Vec::new(), 0);
        for _ in 0..count {
            let edge = self.edge(sizes)?;
            clauses += edge.clauses.len();
            if clauses > MOST {
                return wrong(format!("there are more than {MOST} clauses"));
            }
            if edge.step == Step::Start(entry) || (edge.to == entry && edge.from != entry) {
                return Err(Refusal::at(edge.line, "an edge leads to the entry"));
            }
            let stays = matches!(edge.step, Step::End | Step::Error);
            if (stays && edge.to != edge.from) || (edge.from == entry && edge.to == entry && !stays) {
                return Err(Refusal::at(edge.line, "the edge leads to a wrong place"));
            }
            if let Step::Start(child) = edge.step
                && !places[child].is_newborn
            {
                return Err(Refusal::at(edge.line, "a thread is created at a place that is not for that"));
            }
            if places[edge.to].is_newborn && !stays {
                return Err(Refusal::at(edge.line, "only threads that are created begin at such a place"));
            }
            edges.push(edge);
        }
        if self.next()? != "boolean" {
            return wrong("'boolean' is expected");
        }
        Ok(Certificate {
            question,
            objects,
            variables,
            arrays,
            scopes,
            predicates,
            places,
            entry,
            edges,
            boolean: self.rest,
            boolean_line: self.number,
        })
    }

    // ---- names of things in the program ----

    fn function(&self, text: &str) -> Read<FuncId> {
        let function = FuncId::from_index(below(text, self.module.functions.len())?);
        match self.module.functions[function].body {
            Some(_) => Ok(function),
            None => wrong(format!("function {text} has no code")),
        }
    }

    fn global(&self, text: &str) -> Read<GlobalId> {
        Ok(GlobalId::from_index(below(text, self.module.globals.len())?))
    }

    /// A function, and a place in that function or in its caller.
    fn point(&self, text: &str, caller: Option<FuncId>) -> Read<Point> {
        let words: Vec<&str> = text.split('.').collect();
        let [function, block, instr] = words[..] else {
            return wrong(format!("'{text}' is no function with a block and an instruction"));
        };
        let function = self.function(function)?;
        let point = Point {
            function,
            block: Block::from_index(number::<u32>(block)? as usize),
            instr: number(instr)?,
        };
        let body = self.module.functions[caller.unwrap_or(function)].body.as_ref();
        let blocks = body.map_or(&[][..], |body| body.blocks.as_slice());
        let exists = blocks.get(point.block.index()).is_some_and(|b| (point.instr as usize) < b.instrs.len());
        if exists { Ok(point) } else { wrong(format!("there is no instruction {text}")) }
    }

    fn frame(&self, text: &str) -> Read<FrameName> {
        let mut frame: FrameName = Vec::new();
        for word in text.split('/') {
            let caller = frame.last().map(|point| point.function);
            frame.push(self.point(word, caller)?);
        }
        Ok(frame)
    }

    fn position(&self, text: &str) -> Read<Vec<Point>> {
        if text == "-" {
            return Ok(Vec::new());
        }
        text.split('/').map(|word| self.point(word, None)).collect()
    }

    fn object(&self, line: &str) -> Read<LocalObject> {
        let words: Vec<&str> = line.split(' ').collect();
        Ok(match words[..] {
            ["alloca", frame, block, instr] => self.alloca(frame, block, instr)?,
            ["thread-local", global] => LocalObject::ThreadLocal(self.global(global)?),
            ["record"] => LocalObject::Record,
            _ => return wrong(format!("'{line}' is no local object")),
        })
    }

    fn alloca(&self, frame: &str, block: &str, instr: &str) -> Read<LocalObject> {
        let block = Block::from_index(number::<u32>(block)? as usize);
        Ok(LocalObject::Alloca(self.frame(frame)?, block, number(instr)?))
    }

    fn kind(&self, words: &[&str]) -> Read<Kind> {
        Ok(match words[..] {
            ["global", global, offset] => Kind::Global(self.global(global)?, number(offset)?),
            ["alloca", frame, block, instr, offset] => {
                Kind::Local(self.alloca(frame, block, instr)?, number(offset)?)
            }
            ["thread-local", global, offset] => {
                Kind::Local(LocalObject::ThreadLocal(self.global(global)?), number(offset)?)
            }
            ["record", offset] => Kind::Local(LocalObject::Record, number(offset)?),
            ["register", frame, reg] => {
                let frame = self.frame(frame)?;
                let function = frame.last().map(|point| &self.module.functions[point.function]);
                let regs = function.and_then(|f| f.body.as_ref()).map_or(0, |body| body.regs.len());
                Kind::Register(frame, Reg::from_index(below(reg, regs)?))
            }
            ["holder", global, offset] => Kind::Holder(self.global(global)?, number(offset)?),
            ["argument"] => Kind::Argument,
            ["exited"] => Kind::Exited,
            ["ended", _] => {
                return Err(Refusal::TooHard("ends of single threads are not followed".into()));
            }
            _ => return wrong(format!("'{}' is nothing in the program", words.join(" "))),
        })
    }

    /// Whether a thing is one for all threads must be what it is.
    fn sharing(&self, word: &str, kind: &Kind) -> Read<bool> {
        let is_shared = matches!(kind, Kind::Global(..) | Kind::Holder(..) | Kind::Exited);
        match word {
            "shared" if is_shared => Ok(true),
            "local" if !is_shared => Ok(false),
            "shared" if matches!(kind, Kind::Local(..)) => Err(Refusal::TooHard(
                "local variables whose address other threads have are not followed".into(),
            )),
            _ => wrong(format!("it is not {word}")),
        }
    }

    fn variable(&mut self, line: &str) -> Read<Variable> {
        let words: Vec<&str> = line.split(' ').collect();
        let [sharing, width, kind @ ..] = words.as_slice() else {
            return wrong(format!("'{line}' is no variable"));
        };
        let kind = self.kind(kind)?;
        let width = term::width(width).map_err(Refusal::wrong)?;
        let fits = match &kind {
            Kind::Global(global, offset) => {
                let size = self.module.globals[*global].bytes.len() as u64;
                width.is_multiple_of(8) && u64::from(*offset) + u64::from(width / 8) <= size
            }
            Kind::Local(..) => width.is_multiple_of(8),
            Kind::Register(frame, reg) => {
                let body = frame.last().and_then(|p| self.module.functions[p.function].body.as_ref());
                body.is_some_and(|body| body.regs[*reg].ty.bits(self.module.pointer_bytes) == width)
            }
            Kind::Holder(..) | Kind::Argument => width == 64,
            Kind::Exited => width == 1,
        };
        if !fits {
            return wrong("the variable has another width");
        }
        Ok(Variable { is_shared: self.sharing(sharing, &kind)?, width, kind })
    }

    fn array(&mut self, line: &str) -> Read<ArrayVariable> {
        let words: Vec<&str> = line.split(' ').collect();
        let [sharing, index, element, kind @ ..] = words.as_slice() else {
            return wrong(format!("'{line}' is no array"));
        };
        let kind = self.kind(kind)?;
        if !matches!(kind, Kind::Global(_, 0) | Kind::Local(_, 0)) {
            return Err(Refusal::TooHard("arrays that are no whole objects are not followed".into()));
        }
        let widths =
            (term::width(index).map_err(Refusal::wrong)?, term::width(element).map_err(Refusal::wrong)?);
        if widths.1 % 8 != 0 || !widths.1.is_power_of_two() || widths.0 != 32 {
            return wrong("elements have 8, 16, 32, 64 or 128 bits, and indices 32");
        }
        Ok(ArrayVariable { is_shared: self.sharing(sharing, &kind)?, widths, kind })
    }

    // ---- the graph ----

    fn place(&mut self, line: &str) -> Read<Place> {
        let Some((attributes, position)) = line.split_once(' ') else {
            return wrong(format!("'{line}' is no place"));
        };
        let mut place = Place {
            is_entry: false,
            is_atomic: false,
            is_newborn: false,
            position: self.position(position)?,
            line: self.number,
        };
        for attribute in attributes.split('+') {
            match attribute {
                "plain" => {}
                "entry" => place.is_entry = true,
                "atomic" => place.is_atomic = true,
                "newborn" => place.is_newborn = true,
                _ => return wrong(format!("'{attribute}' is no attribute of a place")),
            }
        }
        if (place.is_entry || place.is_newborn) && (place.is_atomic || place.is_entry == place.is_newborn) {
            return wrong("threads begin outside of atomic sections");
        }
        Ok(place)
    }

    fn edge(&mut self, (places, predicates): (usize, &[Predicate])) -> Read<Edge> {
        let head = self.field("edge")?;
        let line = self.number;
        let words: Vec<&str> = head.split(' ').collect();
        let (from, to, step) = match words[..] {
            [from, to, "step"] => (from, to, Step::On),
            [from, to, "start", child] => (from, to, Step::Start(below(child, places)?)),
            [from, to, "end"] => (from, to, Step::End),
            [from, to, "error", property] => match Property::of_programs(property) {
                Some(_) => (from, to, Step::Error),
                None => return wrong(format!("'{property}' is no property")),
            },
            _ => return wrong(format!("'{head}' is no edge")),
        };
        let (from, to) = (below(from, places)?, below(to, places)?);
        let changes = set(self.field("changes")?, predicates.len())?;
        let others = set(self.field("others")?, predicates.len())?;
        if others.iter().any(|p| predicates[*p].sort != Sort::Mixed) {
            return wrong("only mixed predicates change for other threads");
        }
        let clauses = self.many("clauses", MOST, |this, text| {
            let literals = list(text).map(|word| literal(word, predicates)).collect::<Read<_>>()?;
            Ok(Clause { literals, line: this.number })
        })?;
        Ok(Edge { from, to, step, changes, others, clauses, line })
    }
}

fn literal(text: &str, predicates: &[Predicate]) -> Read<Literal> {
    let (value, rest) = text.strip_prefix('-').map_or((true, text), |rest| (false, rest));
    let (is_after, rest) = rest.strip_prefix('\'').map_or((false, rest), |rest| (true, rest));
    let (is_other, rest) = rest.strip_suffix('$').map_or((false, rest), |rest| (true, rest));
    let predicate = below(rest, predicates.len())?;
    if is_other && predicates[predicate].sort == Sort::Shared {
        return wrong("what is shared is not another thread's");
    }
    Ok(Literal { predicate, is_other, is_after, value })
}

fn predicate(
    line: &str,
    widths: &Widths<'_>,
    variables: &[Variable],
    arrays: &[ArrayVariable],
) -> Read<Predicate> {
    let words: Vec<&str> = line.splitn(3, ' ').collect();
    let [sort, scope, text] = words[..] else { return wrong(format!("'{line}' is no predicate")) };
    let sort = match sort {
        "shared" => Sort::Shared,
        "local" => Sort::Local,
        "mixed" => Sort::Mixed,
        _ => return wrong(format!("'{sort}' is no sort of predicates")),
    };
    let scope = if scope == "-" { None } else { Some(number(scope)?) };
    let term = Term::read(text, widths).map_err(Refusal::wrong)?;
    let support = term.support();
    let shared = support.variables.iter().any(|v| variables[*v].is_shared)
        || support.arrays.iter().any(|a| arrays[*a].is_shared);
    let local = support.identity
        || support.variables.iter().any(|v| !variables[*v].is_shared)
        || support.arrays.iter().any(|a| !arrays[*a].is_shared);
    match sort {
        Sort::Shared if local => return wrong("the predicate speaks of one thread"),
        Sort::Local if shared => return wrong("the predicate speaks of what is shared"),
        Sort::Shared if scope.is_some() => return wrong("what is shared matters at all places"),
        _ => {}
    }
    Ok(Predicate { sort, scope, term, has_self: support.identity })
}
