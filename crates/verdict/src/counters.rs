//! What an engine counted, in its own words.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Named counters, in the order in which people read them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Counters {
    list: Vec<Counter>,
}

/// A named counter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Counter {
    /// Its name in results for machines.
    pub key: &'static str,
    /// How much.
    pub amount: Amount,
    /// Its words for people, after the number; absent if it is for machines only.
    pub words: Option<&'static str>,
}

/// How much was counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    /// So many.
    Count(u64),
    /// A measured quantity: seconds, averages.
    Measure(f64),
    /// Seconds of a part of the work.
    Seconds(f64),
}

impl Counters {
    /// Nothing counted but time.
    pub fn after(seconds: f64) -> Counters {
        Counters::default().measured("seconds", seconds, Some("s"))
    }

    /// Adds a counter that people see.
    #[must_use]
    pub fn counted(self, key: &'static str, count: u64, words: &'static str) -> Counters {
        self.with(key, Amount::Count(count), Some(words))
    }

    /// Adds a counter that people see if it is not 0.
    #[must_use]
    pub fn counted_if_any(self, key: &'static str, count: u64, words: &'static str) -> Counters {
        self.with(key, Amount::Count(count), (count > 0).then_some(words))
    }

    /// Adds a counter for machines.
    #[must_use]
    pub fn recorded(self, key: &'static str, count: u64) -> Counters {
        self.with(key, Amount::Count(count), None)
    }

    /// Adds a measured quantity.
    #[must_use]
    pub fn measured(self, key: &'static str, amount: f64, words: Option<&'static str>) -> Counters {
        self.with(key, Amount::Measure(amount), words)
    }

    /// Adds the seconds of a part of the work.
    #[must_use]
    pub fn timed(self, key: &'static str, seconds: f64, words: &'static str) -> Counters {
        self.with(key, Amount::Seconds(seconds), Some(words))
    }

    fn with(mut self, key: &'static str, amount: Amount, words: Option<&'static str>) -> Counters {
        self.list.push(Counter { key, amount, words });
        self
    }

    /// All counters.
    pub fn iter(&self) -> impl Iterator<Item = &Counter> {
        self.list.iter()
    }

    /// The count with this name.
    pub fn count(&self, key: &str) -> Option<u64> {
        self.list.iter().find(|c| c.key == key).and_then(|c| match c.amount {
            Amount::Count(count) => Some(count),
            Amount::Measure(_) | Amount::Seconds(_) => None,
        })
    }
}

/// As an object: name to number.
impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.list.len()))?;
        for counter in &self.list {
            match counter.amount {
                Amount::Count(count) => map.serialize_entry(counter.key, &count)?,
                Amount::Measure(amount) | Amount::Seconds(amount) => {
                    map.serialize_entry(counter.key, &amount)?
                }
            }
        }
        map.end()
    }
}
