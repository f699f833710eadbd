//! Known faults that a fuzzer plants to show that it would find them.
//!
//! Each crate declares the faults of its own code with [`faults!`](crate::faults), in its `fault.rs`. One of them at a
//! time is planted, by its name, in the current thread. Only the feature `faults`, which no shipped binary has, makes
//! this possible; without it every question whether a fault is planted is the constant `false`.

/// Defines the `Fault`s of a crate, `planted`, which tells whether one is planted in the current thread, and `FAULTS`,
/// their names.
#[macro_export]
macro_rules! faults {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// A fault that can be planted.
        #[derive(Clone, Copy)]
        pub enum Fault { $($(#[doc = $doc])* $name,)* }

        /// The names of the faults that can be planted in this crate.
        pub const FAULTS: &[&str] = &[$(stringify!($name),)*];

        /// Whether this fault is planted: never, without the feature `faults` of `tw-index`.
        #[inline(always)]
        pub fn planted(fault: Fault) -> bool {
            $crate::is_planted(FAULTS[fault as usize])
        }
    };
}

#[cfg(feature = "faults")]
mod switch {
    use std::cell::Cell;

    thread_local! {
        static PLANTED: Cell<Option<&'static str>> = const { Cell::new(None) };
    }

    /// Whether the fault with this name is planted in the current thread.
    pub fn is_planted(name: &str) -> bool {
        PLANTED.get() == Some(name)
    }

    /// Plants the faults with this name in the current thread, in all crates that have one, or removes them.
    pub fn plant(name: Option<&'static str>) {
        PLANTED.set(name);
    }
}

#[cfg(feature = "faults")]
pub use switch::{is_planted, plant};

/// Whether faults can be planted at all: checks of the code by itself would find them first.
pub const CAN_PLANT: bool = cfg!(feature = "faults");

/// Whether the fault with this name is planted: never, without the feature `faults`.
#[cfg(not(feature = "faults"))]
#[inline(always)]
pub fn is_planted(_: &str) -> bool {
    false
}

#[cfg(all(test, feature = "faults"))]
mod tests {
    mod one {
        crate::faults! {
            /// A bridge is missing.
            BridgeMissing,
            /// A road ends.
            RoadEnds,
        }
    }

    mod other {
        crate::faults! {
            /// A road ends.
            RoadEnds,
        }
    }

    #[test]
    fn a_fault_is_planted_by_name_in_all_crates_and_no_other() {
        use {one::planted as in_one, other::planted as in_other};
        assert_eq!(one::FAULTS, ["BridgeMissing", "RoadEnds"]);
        assert!(!in_one(one::Fault::RoadEnds) && !in_other(other::Fault::RoadEnds));
        super::plant(Some("RoadEnds"));
        assert!(in_one(one::Fault::RoadEnds) && in_other(other::Fault::RoadEnds));
        assert!(!in_one(one::Fault::BridgeMissing));
        super::plant(None);
        assert!(!in_other(other::Fault::RoadEnds));
    }
}
