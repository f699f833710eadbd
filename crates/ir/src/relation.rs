//! Relations between floating-point numbers.

/// A comparison of floating point, by its name in LLVM: `O…` holds only for ordered numbers, `U…` also if one is NaN.
///
/// Two numbers are less, equal, greater or unordered; the discriminant has a bit for each of these for which the
/// relation holds: 1, 2, 4, 8. The relations that hold always or never are constants, not comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum FloatRelation {
    /// Less.
    Olt = 1,
    /// Equal.
    Oeq = 2,
    /// Less or equal.
    Ole = 3,
    /// Greater.
    Ogt = 4,
    /// Less or greater.
    One = 5,
    /// Greater or equal.
    Oge = 6,
    /// Ordered: none is NaN.
    Ord = 7,
    /// Unordered: one is NaN.
    Uno = 8,
    /// Less or unordered.
    Ult = 9,
    /// Equal or unordered.
    Ueq = 10,
    /// Less, equal or unordered.
    Ule = 11,
    /// Greater or unordered.
    Ugt = 12,
    /// Not equal.
    Une = 13,
    /// Greater, equal or unordered.
    Uge = 14,
}

impl FloatRelation {
    /// All relations, by discriminant.
    pub const ALL: [FloatRelation; 14] = {
        use FloatRelation::*;
        [Olt, Oeq, Ole, Ogt, One, Oge, Ord, Uno, Ult, Ueq, Ule, Ugt, Une, Uge]
    };
}

#[cfg(test)]
mod tests {
    use super::FloatRelation;

    /// The letters of a name say for which outcomes the relation holds.
    #[test]
    fn the_bits_say_what_the_names_say() {
        for relation in FloatRelation::ALL {
            let name = format!("{relation:?}").to_lowercase();
            let (unordered, rest) = name.split_at(1);
            let ordered = match rest {
                "lt" => 1,
                "eq" => 2,
                "le" => 3,
                "gt" => 4,
                "ne" => 5,
                "ge" => 6,
                "rd" => 7,
                "no" => 0,
                other => panic!("{other}"),
            };
            let bits = ordered | if unordered == "u" { 8 } else { 0 };
            assert_eq!(relation as u8, bits, "{name}");
        }
    }
}
