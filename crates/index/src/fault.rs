//! Known faults that a fuzzer plants to show that it would find them.

/// Defines the `Fault`s of a crate, and `planted`, which tells whether one is planted in the current thread.
///
/// Only with the crate's feature `faults`, which no shipped binary has, is there `plant`, which plants one or removes it;
/// otherwise `planted` is constant.
#[macro_export]
macro_rules! faults {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// A fault that can be planted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Fault { $($(#[doc = $doc])* $name,)* }

        impl Fault {
            /// All faults.
            pub const ALL: &'static [Fault] = &[$(Fault::$name,)*];
        }

        #[cfg(feature = "faults")]
        mod switch {
            thread_local! {
                static PLANTED: ::std::cell::Cell<Option<super::Fault>> = const { ::std::cell::Cell::new(None) };
            }

            /// Whether this fault is planted in the current thread.
            pub fn planted(fault: super::Fault) -> bool {
                PLANTED.get() == Some(fault)
            }

            /// Plants a fault in the current thread, or removes it.
            pub fn plant(fault: Option<super::Fault>) {
                PLANTED.set(fault);
            }
        }

        #[cfg(feature = "faults")]
        pub use switch::{plant, planted};

        /// Whether this fault is planted: never, without the feature `faults`.
        #[cfg(not(feature = "faults"))]
        #[inline(always)]
        pub fn planted(_: Fault) -> bool {
            false
        }
    };
}
