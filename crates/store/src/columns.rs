//! The names of the columns that a query returns.

use std::sync::Arc;

/// The names, shared by the rows; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Columns(Arc<ColumnNames>);

#[derive(Debug)]
struct ColumnNames {
    names: Box<[Box<str>]>,
    /// The index of the first column in this slot, or [`NOWHERE`].
    slots: [u8; SLOTS],
}

/// More than any query has columns, so that few names share a slot.
const SLOTS: usize = 256;
/// No column has this slot.
const NOWHERE: u8 = u8::MAX;

impl Columns {
    /// Finds the column `name`. Every value of every row is asked for by name, so this must not compare with all
    /// names before it.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        let ColumnNames { names, slots } = &*self.0;
        let guess = usize::from(slots[slot(name)]);
        match names.get(guess) {
            Some(found) if **found == *name => Some(guess),
            _ => names.iter().position(|own| **own == *name),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.names.len()
    }

    pub(crate) fn names(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.names.iter().map(|name| &**name)
    }

    /// The name of the column at `index`, for messages.
    pub(crate) fn name(&self, index: usize) -> String {
        self.0.names.get(index).map_or_else(|| index.to_string(), ToString::to_string)
    }
}

impl<'name> FromIterator<&'name str> for Columns {
    fn from_iter<I: IntoIterator<Item = &'name str>>(names: I) -> Self {
        let names: Box<[Box<str>]> = names.into_iter().map(Box::from).collect();
        let mut slots = [NOWHERE; SLOTS];
        for (index, name) in names.iter().enumerate() {
            let slot = &mut slots[slot(name)];
            if *slot == NOWHERE {
                *slot = u8::try_from(index).unwrap_or(NOWHERE);
            }
        }
        Self(Arc::new(ColumnNames { names, slots }))
    }
}

/// Below [`SLOTS`]; tells most names of one query apart by their length and three of their letters.
fn slot(name: &str) -> usize {
    let bytes = name.as_bytes();
    let letter = |index: usize| bytes.get(index).map_or(0, |byte| usize::from(*byte));
    let mixed =
        letter(0) * 5 + letter(bytes.len() / 2) * 17 + letter(bytes.len().wrapping_sub(1)) * 47 + bytes.len();
    mixed % SLOTS
}

#[cfg(test)]
mod tests;
