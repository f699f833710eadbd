//! Typed indices: no bare integer names a thing.
//!
//! [`define_id!`] makes an id type, [`IdVec`] is a vector that only that id can index, and
//! [`BitSet`] is a small set of ids (or of plain numbers). [`Random`] is what generators draw from. [`faults!`]
//! declares known faults that a fuzzer plants.

mod bit_set;
mod fault;
mod id_vec;
mod random;

pub use bit_set::BitSet;
#[cfg(feature = "faults")]
pub use fault::plant;
pub use fault::{CAN_PLANT, is_planted};
pub use id_vec::{Id, IdVec};
pub use random::Random;

/// Defines a 32-bit id type that can index an [`IdVec`].
///
/// ```
/// tw_index::define_id!(/// A room of the house.
///     pub struct Room);
/// let mut names = tw_index::IdVec::<Room, &str>::new();
/// let kitchen = names.push("kitchen");
/// assert_eq!(names[kitchen], "kitchen");
/// ```
#[macro_export]
macro_rules! define_id {
    ($(#[$meta:meta])* pub struct $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $crate::Id for $name {
            fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("fewer than 2^32 ids"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
