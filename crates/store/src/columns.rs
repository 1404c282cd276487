//! The names of the columns that a query returns.

use std::sync::Arc;

/// The names, shared by the rows; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Columns(Arc<Named>);

#[derive(Debug)]
struct Named {
    names: Box<[Box<str>]>,
    /// Where the first column with this place stands, or [`NOWHERE`].
    places: [u8; PLACES],
}

/// More than any query has columns, so that few names share a place.
const PLACES: usize = 256;
/// No column has this place.
const NOWHERE: u8 = u8::MAX;

impl Columns {
    /// Where the column `name` stands. Every value of every row is asked for by name, so this must not compare with all
    /// names before it.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        let Named { names, places } = &*self.0;
        let guess = usize::from(places[place(name)]);
        match names.get(guess) {
            Some(found) if **found == *name => Some(guess),
            _ => names.iter().position(|own| **own == *name),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.names.len()
    }

    /// The name of the column at `index`, for messages.
    pub(crate) fn name(&self, index: usize) -> String {
        self.0.names.get(index).map_or_else(|| index.to_string(), ToString::to_string)
    }
}

impl<'name> FromIterator<&'name str> for Columns {
    fn from_iter<I: IntoIterator<Item = &'name str>>(names: I) -> Self {
        let names: Box<[Box<str>]> = names.into_iter().map(Box::from).collect();
        let mut places = [NOWHERE; PLACES];
        for (index, name) in names.iter().enumerate() {
            let place = &mut places[place(name)];
            if *place == NOWHERE {
                *place = u8::try_from(index).unwrap_or(NOWHERE);
            }
        }
        Self(Arc::new(Named { names, places }))
    }
}

/// Below [`PLACES`]; tells most names of one query apart by their length and three of their letters.
fn place(name: &str) -> usize {
    let bytes = name.as_bytes();
    let letter = |index: usize| bytes.get(index).map_or(0, |byte| usize::from(*byte));
    let mixed =
        letter(0) * 5 + letter(bytes.len() / 2) * 17 + letter(bytes.len().wrapping_sub(1)) * 47 + bytes.len();
    mixed % PLACES
}

#[cfg(test)]
mod tests;
