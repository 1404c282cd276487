//! Medians and ratios: single figures of a shared machine mean little.

/// The median of `samples`; of an even number of samples, the upper of the two in the middle. 0 for none.
pub(crate) fn median(samples: &[f64]) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// The value that a share of the sorted values does not exceed, in hundredths.
pub(crate) fn at<T: Copy + Default>(sorted: &[T], share: usize) -> T {
    let place = (sorted.len() * share / 100).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or_default()
}

pub(crate) const fn met(is_met: bool) -> &'static str {
    if is_met { "met" } else { "MISSED" }
}

/// One line of a report: both medians and the median of the ratios, pair by pair.
#[expect(clippy::float_arithmetic, reason = "a ratio of two measurements is no money")]
pub(crate) fn ratio_line(name: &str, ours: &[f64], peer_name: &str, peer: &[f64], goal: f64) -> String {
    let ratios: Vec<f64> = ours.iter().zip(peer).map(|(ours, peer)| ours / peer).collect();
    let ratio = median(&ratios);
    let verdict = met(ratio >= goal);
    format!(
        "{name}: {:.0}/s, {peer_name}: {:.0}/s, ratio {ratio:.3} (goal {goal:.2} {verdict}; {} pairs, medians)",
        median(ours),
        median(peer),
        ratios.len(),
    )
}
