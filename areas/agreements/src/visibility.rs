//! Whose agreements a user may see (AGR-02).

use std::collections::BTreeSet;

use kernel::Cnum;

/// One of the companies asked for is none that the user may see. Which one is not told, nor whether it exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refused;

/// The companies asked for, each once, when the user may see all of them. A text that is no client number names a
/// company that nobody may see.
///
/// # Errors
/// [`Refused`] when at least one is not in `permitted`.
pub(crate) fn companies_asked(
    asked: &[String],
    permitted: &BTreeSet<Cnum>,
) -> Result<BTreeSet<Cnum>, Refused> {
    asked
        .iter()
        .map(|text| text.parse().ok().filter(|cnum| permitted.contains(cnum)).ok_or(Refused))
        .collect()
}

#[cfg(test)]
mod tests;
