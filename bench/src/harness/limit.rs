//! Time for one run.

use std::time::Duration;

/// A time limit, as typed and as a duration.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// In the form `30s`.
    pub text: String,
    /// The same.
    pub time: Duration,
}

impl Limit {
    /// Reads `30`, `30s` or `5min`; written in seconds.
    pub fn read(text: &str) -> Option<Limit> {
        let (number, unit) = match text.strip_suffix("min") {
            Some(minutes) => (minutes, 60),
            None => (text.strip_suffix('s').unwrap_or(text), 1),
        };
        let seconds = number.parse::<u64>().ok().filter(|n| *n > 0)?.checked_mul(unit)?;
        Some(Limit::seconds(seconds))
    }

    /// A number of seconds.
    pub fn seconds(seconds: u64) -> Limit {
        Limit { text: format!("{seconds}s"), time: Duration::from_secs(seconds) }
    }

    /// What is left after some seconds, at least a millisecond.
    pub fn less(&self, seconds: f64) -> Limit {
        let left = self.time.saturating_sub(Duration::from_secs_f64(seconds)).max(Duration::from_millis(1));
        Limit { text: format!("{}ms", left.as_millis()), time: left }
    }

    /// A part of it, at least a second.
    pub fn part(&self, of: u64) -> Limit {
        Limit::seconds((self.time.as_secs() / of).max(1))
    }

    /// As a number.
    pub fn as_seconds(&self) -> f64 {
        self.time.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;

    #[test]
    fn limits_are_read() {
        assert_eq!(Limit::read("2min"), Limit::read("120"));
        assert_eq!(Limit::read("30s").unwrap().text, "30s");
        assert_eq!(Limit::read("0s"), None);
        assert_eq!(Limit::seconds(3).less(2.5).text, "500ms");
        assert_eq!(Limit::seconds(3).less(4.0).text, "1ms");
        assert_eq!(Limit::seconds(10).part(4), Limit::seconds(2));
    }
}
