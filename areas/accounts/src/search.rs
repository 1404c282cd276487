//! Looks for operations by a text or an amount.

use kernel::{Money, folded};
use thiserror::Error;

use crate::operation::Operation;

pub(crate) const SEARCH_CHARACTERS_MAX: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a search has at most {SEARCH_CHARACTERS_MAX} characters")]
pub(crate) struct SearchError;

/// A text that is in the purpose, the number of the document or the counterparty's name, account or INN, in
/// capitals or not and with `ё` or `е`; or the amount, written with a comma or a point and with spaces or without, or
/// as a page shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Search {
    folded: String,
    magnitude: Option<i128>,
}

impl Search {
    /// Reads what is looked for; `None` for nothing but spaces.
    pub(crate) fn parse(text: &str) -> Result<Option<Self>, SearchError> {
        let text = text.trim();
        if text.chars().nth(SEARCH_CHARACTERS_MAX).is_some() {
            return Err(SearchError);
        }
        let magnitude = amount(text).map(|amount| i128::from(amount.minor()).abs());
        Ok((!text.is_empty()).then(|| Self { folded: folded(text), magnitude }))
    }

    pub(crate) fn finds(&self, operation: &Operation) -> bool {
        if self.magnitude == Some(operation.magnitude().0) {
            return true;
        }
        let other = &operation.other;
        let texts = [&operation.document, &other.name, &other.account, &other.inn];
        let mut texts = texts.into_iter().flatten().chain([&operation.purpose]);
        texts.any(|text| folded(text).contains(&self.folded))
    }
}

/// An amount as people write it, `1 234,50`, `-1234.5`, or copy it from a page: `+1 234,50 ₽`, `−1,234.50 $`.
fn amount(text: &str) -> Option<Money> {
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let plain = plain.strip_prefix('+').unwrap_or(&plain).trim_end_matches(['₽', '$', '€', '¥']);
    let plain = match plain.split_once('.') {
        Some((whole, fraction)) => format!("{}.{fraction}", whole.replace(',', "")),
        None => plain.replace(',', "."),
    };
    plain.replace('\u{2212}', "-").parse().ok()
}

#[cfg(test)]
mod tests;
