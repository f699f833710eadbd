//! Blocks of statements before they are text, and their two ways of being written.
//!
//! SATABS turns `if` and `while` into `goto` and `assume`; SLAM keeps them. The same block can be written both ways;
//! the first has more locations.

/// A statement, or a place for some.
#[derive(Clone, Debug)]
pub enum Node {
    /// A simple statement, without its `;`.
    Do(String),
    /// A call; the number is the locations of the body that is inlined.
    Call(String, usize),
    /// `if` with its two blocks; the second may be empty.
    If(String, Vec<Node>, Vec<Node>),
    /// `while`.
    While(String, Vec<Node>),
    /// Where work on private predicates can be put in.
    Hole,
}

/// How branches and loops are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// With `goto` and `assume`.
    Goto,
    /// With `if` and `while`.
    Structured,
}

/// The statement.
pub fn stmt(text: impl Into<String>) -> Node {
    Node::Do(text.into())
}

/// How many locations a block has in the flat program.
pub fn cost(nodes: &[Node], style: Style) -> usize {
    let branch = |condition: &str| match (style, condition) {
        (Style::Structured, _) => 1,
        (Style::Goto, "*") => 2,
        (Style::Goto, _) => 4,
    };
    let one = |node: &Node| match node {
        Node::Do(_) => 1,
        Node::Call(_, body) => 1 + body,
        Node::If(c, then, otherwise) => branch(c) + cost(then, style) + cost(otherwise, style),
        Node::While(c, body) => branch(c) + cost(body, style),
        Node::Hole => 0,
    };
    nodes.iter().map(one).sum()
}

/// Writes the body of one function.
pub struct Writer {
    style: Style,
    indent: usize,
    labels: usize,
    pending: Vec<String>,
    text: String,
}

impl Writer {
    /// An empty body.
    pub fn new(style: Style) -> Self {
        Writer { style, indent: 1, labels: 0, pending: Vec::new(), text: String::new() }
    }

    /// The text of the body: labels that are left stand before a `skip`.
    pub fn finish(mut self) -> String {
        self.settle();
        self.text
    }

    /// Puts a label before the next statement.
    pub fn label(&mut self, label: impl Into<String>) {
        self.pending.push(label.into());
    }

    /// Writes a block.
    pub fn block(&mut self, nodes: &[Node]) {
        for node in nodes {
            match (node, self.style) {
                (Node::Do(text) | Node::Call(text, _), _) => self.line(text),
                (Node::If(c, then, otherwise), Style::Structured) => self.structured_if(c, then, otherwise),
                (Node::If(c, then, otherwise), Style::Goto) => self.goto_if(c, then, otherwise),
                (Node::While(c, body), Style::Structured) => {
                    self.line_without_end(&format!("while {c} do"));
                    self.inner(body);
                    self.line("od");
                }
                (Node::While(c, body), Style::Goto) => self.goto_while(c, body),
                (Node::Hole, _) => {}
            }
        }
    }

    /// Writes a statement, behind the labels that wait for it.
    pub fn line(&mut self, text: &str) {
        self.line_without_end(text);
        self.text.pop();
        self.text += ";\n";
    }

    fn line_without_end(&mut self, text: &str) {
        let labels: String = self.pending.drain(..).map(|l| l + ": ").collect();
        self.text += &format!("{}{labels}{text}\n", "  ".repeat(self.indent));
    }

    /// No label may wait at the end of a block.
    fn settle(&mut self) {
        if !self.pending.is_empty() {
            self.line("skip");
        }
    }

    fn inner(&mut self, nodes: &[Node]) {
        self.indent += 1;
        let before = self.text.len();
        self.block(nodes);
        self.settle();
        if self.text.len() == before {
            self.line("skip");
        }
        self.indent -= 1;
    }

    fn structured_if(&mut self, condition: &str, then: &[Node], otherwise: &[Node]) {
        self.line_without_end(&format!("if {condition} then"));
        self.inner(then);
        if cost(otherwise, self.style) > 0 {
            self.line_without_end("else");
            self.inner(otherwise);
        }
        self.line("fi");
    }

    fn fresh(&mut self) -> String {
        self.labels += 1;
        format!("L{}", self.labels)
    }

    fn goto_if(&mut self, condition: &str, then: &[Node], otherwise: &[Node]) {
        let (yes, no, end) = (self.fresh(), self.fresh(), self.fresh());
        self.line(&format!("goto {yes}, {no}"));
        self.label(yes);
        self.assume(condition);
        self.block(then);
        self.line(&format!("goto {end}"));
        self.label(no);
        self.assume(&negated(condition));
        self.block(otherwise);
        self.label(end);
    }

    fn goto_while(&mut self, condition: &str, body: &[Node]) {
        let (head, go_on, end) = (self.fresh(), self.fresh(), self.fresh());
        self.label(head.clone());
        self.line(&format!("goto {go_on}, {end}"));
        self.label(go_on);
        self.assume(condition);
        self.block(body);
        self.line(&format!("goto {head}"));
        self.label(end);
        self.assume(&negated(condition));
    }

    fn assume(&mut self, condition: &str) {
        if condition != "*" {
            self.line(&format!("assume({condition})"));
        }
    }
}

fn negated(condition: &str) -> String {
    let simple = condition.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match condition {
        "*" => condition.to_string(),
        _ if simple => format!("!{condition}"),
        _ => format!("!({condition})"),
    }
}
