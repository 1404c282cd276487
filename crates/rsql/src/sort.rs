//! Sorts: `field,asc|desc`, several of them in repeated parameters or with `;` between them.

use crate::field::{Field, Fields};
use crate::{RsqlError, RsqlErrorKind};

pub const KEYS_MAX: usize = 8;
/// The most characters of one value of the parameter.
pub const SORT_CHARACTERS_MAX: usize = 512;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    pub(crate) keys: Vec<Key>,
    pub(crate) tie_breaker: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) field: &'static Field,
    pub(crate) direction: Direction,
}

/// A direction. Rows without the value come last in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// `asc`: the smallest first. The default of a key without a direction.
    Ascending,
    /// `desc`: the largest first.
    Descending,
}

impl Sort {
    /// Reads the values of the repeated parameter; no value is a sort without keys.
    ///
    /// # Errors
    /// The first [`RsqlError`]; its position counts within the value [`RsqlError::value_index`].
    pub fn parse<V: AsRef<str>>(values: &[V], fields: &Fields) -> Result<Self, RsqlError> {
        let mut keys: Vec<Key> = Vec::new();
        for (index, value) in values.iter().enumerate() {
            parse_value(value.as_ref(), *fields, &mut keys).map_err(|error| error.of_value(index))?;
        }
        Ok(Self { keys, tie_breaker: None })
    }

    /// Adds a last key that tells all rows apart, so that pages never repeat or skip one. It goes in the direction of
    /// the key before it, so that one index serves both directions.
    pub fn then(mut self, column: &'static str) -> Self {
        let is_there = self.keys.iter().any(|key| key.field.column == column);
        self.tie_breaker = (!is_there).then_some(column);
        self
    }
}

fn parse_value(value: &str, fields: Fields, keys: &mut Vec<Key>) -> Result<(), RsqlError> {
    if value.chars().nth(SORT_CHARACTERS_MAX).is_some() {
        return Err(RsqlError::too_many(
            "characters in a sort",
            SORT_CHARACTERS_MAX,
            SORT_CHARACTERS_MAX + 1,
        ));
    }
    let mut position = 1;
    for text in value.split(';') {
        let key = parse_key(text, position, fields)?;
        if keys.iter().any(|earlier| earlier.field.name == key.field.name) {
            return Err(RsqlError::new(RsqlErrorKind::RepeatedField, position));
        }
        if keys.len() == KEYS_MAX {
            return Err(RsqlError::too_many("keys", KEYS_MAX, position));
        }
        keys.push(key);
        position += text.chars().count() + 1;
    }
    Ok(())
}

fn parse_key(text: &str, position: usize, fields: Fields) -> Result<Key, RsqlError> {
    let (name, direction) = text.split_once(',').map_or((text, None), |(name, rest)| (name, Some(rest)));
    let unknown_field = || RsqlError::new(RsqlErrorKind::UnknownField, position).allowing(fields.names());
    let field = fields.find(name).ok_or_else(unknown_field)?;
    let direction = match direction {
        None | Some("asc") => Direction::Ascending,
        Some("desc") => Direction::Descending,
        Some(_) => {
            let position = position + name.chars().count() + 1;
            return Err(RsqlError::new(RsqlErrorKind::UnknownDirection, position).allowing(["asc", "desc"]));
        }
    };
    Ok(Key { field, direction })
}
