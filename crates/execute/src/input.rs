//! Values of inputs: all of them for small ranges, samples for wide ones.

/// Ranges of up to this many values are enumerated.
pub const ENUMERATED: u64 = 256;

/// The values to try (none if the range has none of this type), and whether they are only samples. `interesting` are numbers that the program compares with.
pub fn values(
    width: u32,
    is_signed: bool,
    range: Option<(i64, i64)>,
    interesting: &[u64],
) -> (Vec<i64>, bool) {
    let extend = |bits: u64| {
        if is_signed {
            crate::value::signed(bits & crate::value::mask(width), width)
        } else {
            (bits & crate::value::mask(width)).cast_signed()
        }
    };
    let (least, greatest) = if is_signed {
        (extend(1 << (width - 1)), extend(crate::value::mask(width - 1)))
    } else {
        (0, if width >= 64 { i64::MAX } else { (1 << width) - 1 })
    };
    let (low, high) = match range {
        Some((low, high)) => (low.max(least), high.min(greatest)),
        None => (least, greatest),
    };
    if low > high {
        return (Vec::new(), false);
    }
    let whole = !(width >= 64 && !is_signed && range.is_none());
    if whole && high.abs_diff(low) < ENUMERATED {
        return ((low..=high).collect(), false);
    }
    let mut values: Vec<i64> = interesting.iter().map(|bits| extend(*bits)).collect();
    values.extend([low, high]);
    if !whole {
        values.push(-1);
    }
    values.retain(|v| !whole || (low..=high).contains(v));
    values.sort_unstable();
    values.dedup();
    (values, true)
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn small_inputs_are_complete() {
        assert_eq!(values(8, true, None, &[]), ((-128..=127).collect(), false));
        assert_eq!(values(32, true, Some((-1, 2)), &[]), (vec![-1, 0, 1, 2], false));
        assert_eq!(values(8, false, Some((300, 305)), &[]), (Vec::new(), false));
    }

    #[test]
    fn wide_inputs_are_sampled() {
        let (samples, sampled) = values(32, true, None, &[41, 42]);
        assert!(sampled && samples.contains(&42) && samples.contains(&i64::from(i32::MIN)));
        let (samples, sampled) = values(64, false, None, &[]);
        assert!(sampled && samples.contains(&-1), "the greatest number appears as -1");
    }
}
