//! The tokens of a C source, roughly: identifiers and numbers, literals, and single characters; comments and lines of the
//! preprocessor are left out.

/// Tokens with line and column, from 1; columns count bytes, as clang's do.
pub(crate) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    line_start: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, at: 0, line: 1, line_start: 0 }
    }

    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Goes on by some bytes, counting lines.
    fn advance(&mut self, count: usize) {
        let end = (self.at + count).min(self.text.len());
        while self.at < end {
            if self.byte(0) == b'\n' {
                self.line += 1;
                self.line_start = self.at + 1;
            }
            self.at += 1;
        }
    }

    fn skip_until(&mut self, end: &str) {
        let rest = self.text.get(self.at..).unwrap_or("");
        self.advance(rest.find(end).map_or(rest.len(), |found| found + end.len()));
    }

    /// A line of the preprocessor, with the lines that continue it.
    fn skip_directive(&mut self) {
        loop {
            let before = self.at;
            self.skip_until("\n");
            let line = self.text[before..self.at].trim_end();
            if !line.ends_with('\\') {
                return;
            }
        }
    }

    fn skip_space(&mut self) {
        loop {
            let starts_line = self.text[self.line_start..self.at].trim().is_empty();
            match (self.byte(0), self.byte(1)) {
                (b' ' | b'\t' | b'\r' | b'\n' | b'\x0b' | b'\x0c', _) => self.advance(1),
                (b'\\', b'\n') => self.advance(2),
                (b'/', b'*') => {
                    self.advance(2);
                    self.skip_until("*/");
                }
                (b'/', b'/') => self.skip_directive(),
                (b'#', _) if starts_line => self.skip_directive(),
                _ => return,
            }
        }
    }

    /// Bytes of a literal in quotes that starts here.
    fn quoted(&self) -> usize {
        let quote = self.byte(0);
        let mut len = 1;
        while self.at + len < self.text.len() && self.byte(len) != quote && self.byte(len) != b'\n' {
            len += if self.byte(len) == b'\\' { 2 } else { 1 };
        }
        len + 1
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = (&'t str, (u32, u32));

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_space();
        if self.at >= self.text.len() {
            return None;
        }
        let column = u32::try_from(self.at - self.line_start + 1).unwrap_or(0);
        let (start, place) = (self.at, (self.line, column));
        let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b >= 0x80;
        let len = match self.byte(0) {
            b'"' | b'\'' => self.quoted(),
            first if word(first) => self.bytes()[start..].iter().take_while(|b| word(**b)).count(),
            _ => 1,
        };
        self.advance(len);
        Some((&self.text[start..self.at], place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_directives_are_no_tokens() {
        let text = "#define X \\\n y\nint a; /* b */ // c \\\n d\nf('\\'', \"}\\\"\");";
        let tokens: Vec<&str> = Tokens::new(text).map(|(token, _)| token).collect();
        assert_eq!(tokens, ["int", "a", ";", "f", "(", "'\\''", ",", "\"}\\\"\"", ")", ";"]);
    }

    #[test]
    fn places_count_lines_and_bytes() {
        let places: Vec<(u32, u32)> = Tokens::new("a\n  b /*\n*/ c").map(|(_, place)| place).collect();
        assert_eq!(places, [(1, 1), (2, 3), (3, 4)]);
    }
}
