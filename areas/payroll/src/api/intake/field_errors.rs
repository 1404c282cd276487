//! The errors of one request, all of them up to a limit.

use std::borrow::Cow;
use std::fmt;

use serde_json::value::RawValue;

use super::members::{self, Slot};
use crate::submission::FieldError;

/// The most errors that one answer lists; the last one then tells how many more there are.
pub(in crate::api) const ERRORS_MAX: usize = 200;

/// Gathers the errors of a request. Each is filed under a field of the statement; the message begins with the path.
#[derive(Debug, Default)]
pub(super) struct FieldErrors {
    found: Vec<FieldError>,
    more: usize,
}

/// The position of a value: the statement's field, and the path inside of the payload.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'p> {
    pub(super) field: &'static str,
    pub(super) path: Path<'p>,
}

/// A path that costs nothing until a fault is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'p> {
    Field,
    /// A member of the field's object.
    Member(&'p str),
    /// A member of an item of the field's array, or the item when the name is empty.
    Item(usize, &'p str),
    /// A member of an item of an array inside of an item, or that item when the name is empty.
    Inner(usize, &'p str, usize, &'p str),
}

impl fmt::Display for At<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field;
        match self.path {
            Path::Field => formatter.write_str(field),
            Path::Member(name) => write!(formatter, "{field}.{name}"),
            Path::Item(index, "") => write!(formatter, "{field}[{index}]"),
            Path::Item(index, name) => write!(formatter, "{field}[{index}].{name}"),
            Path::Inner(index, array, inner, "") => write!(formatter, "{field}[{index}].{array}[{inner}]"),
            Path::Inner(index, array, inner, name) => {
                write!(formatter, "{field}[{index}].{array}[{inner}].{name}")
            }
        }
    }
}

impl FieldErrors {
    pub(super) fn add(&mut self, at: At<'_>, rule: impl fmt::Display) {
        if self.found.len() < ERRORS_MAX {
            self.found.push(FieldError::new(at.field, format!("{at} {rule}")));
        } else {
            self.more += 1;
        }
    }

    /// Adds what was found elsewhere, after what is there.
    pub(super) fn append(&mut self, others: Self) {
        let room = ERRORS_MAX - self.found.len();
        self.more += others.more + others.found.len().saturating_sub(room);
        self.found.extend(others.found.into_iter().take(room));
    }

    pub(super) fn into_list(mut self) -> Vec<FieldError> {
        if self.more > 0
            && let Some(last) = self.found.last()
        {
            let message = format!("and {} further faults, which are not listed", self.more);
            self.found.push(FieldError::new(last.field, message));
        }
        self.found
    }

    pub(super) fn required<'a>(&mut self, slot: Slot<'a>, at: At<'_>) -> Slot<'a> {
        if slot.is_none() {
            self.add(at, "is required");
        }
        slot
    }

    pub(super) fn text<'a>(&mut self, slot: Slot<'a>, at: At<'_>) -> Option<Cow<'a, str>> {
        self.of_type(slot, at, members::text, "must be a string, in quotes")
    }

    pub(super) fn required_text<'a>(&mut self, slot: Slot<'a>, at: At<'_>) -> Option<Cow<'a, str>> {
        let slot = self.required(slot, at);
        self.text(slot, at)
    }

    /// Returns what `parse` makes of a value that is there, and adds the rule that it breaks.
    pub(super) fn parsed<V, T, E: fmt::Display>(
        &mut self,
        value: Option<V>,
        at: At<'_>,
        parse: impl FnOnce(V) -> Result<T, E>,
    ) -> Option<T> {
        parse(value?).map_err(|rule| self.add(at, rule)).ok()
    }

    pub(super) fn integer(&mut self, slot: Slot<'_>, at: At<'_>) -> Option<i64> {
        self.of_type(slot, at, members::integer, "must be an integer of at most 64 bits, without quotes")
    }

    pub(super) fn number<'a>(&mut self, slot: Slot<'a>, at: At<'_>) -> Option<&'a str> {
        self.of_type(slot, at, members::number, "must be a number, without quotes")
    }

    /// Returns the integer of a member that is there and has to be in the range.
    pub(super) fn ranged(&mut self, slot: Slot<'_>, at: At<'_>, low: i64, high: i64) -> Option<i64> {
        let integer = self.integer(slot, at)?;
        if (low..=high).contains(&integer) {
            return Some(integer);
        }
        if high == i64::MAX {
            self.add(at, format_args!("must be at least {low}"));
        } else {
            self.add(at, format_args!("must be from {low} to {high}"));
        }
        None
    }

    fn of_type<'a, T>(
        &mut self,
        slot: Slot<'a>,
        at: At<'_>,
        read: impl Fn(&'a RawValue) -> Option<T>,
        rule: &str,
    ) -> Option<T> {
        let value = read(slot?);
        if value.is_none() {
            self.add(at, rule);
        }
        value
    }
}
