//! Numbers over many runs.

/// The geometric mean; absent without values.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logs: f64 = values.iter().map(|v| v.ln()).sum();
    (!values.is_empty()).then(|| (logs / values.len() as f64).exp())
}

/// The geometric mean of the ratios of pairs; values below `least` count as `least`.
pub fn mean_ratio(pairs: impl Iterator<Item = (f64, f64)>, least: f64) -> Option<f64> {
    geometric_mean(&pairs.map(|(a, b)| a.max(least) / b.max(least)).collect::<Vec<_>>())
}

/// The median, the lower one of two; absent without values.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::{geometric_mean, mean_ratio, median};

    #[test]
    fn means_of_nothing_are_absent() {
        assert_eq!((geometric_mean(&[]), median(Vec::new())), (None, None));
        assert_eq!(median(vec![3.0, 1.0, 2.0, 9.0]), Some(2.0));
        assert!((geometric_mean(&[1.0, 100.0]).unwrap() - 10.0).abs() < 1e-9);
        assert_eq!(mean_ratio([(0.001, 0.5)].into_iter(), 0.5), Some(1.0));
    }
}
