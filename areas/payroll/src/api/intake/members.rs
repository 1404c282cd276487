//! Objects whose members are looked at one by one, so that every wrong one is reported and not only the first.
//!
//! An object is read in one pass: each known member is kept as the slice of the request where it stands, numbers
//! therefore as the text that was sent. Nothing is copied until it is known to be wanted.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use edge::JsonKey;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;

/// The slice of a member, where the object has it. `null` counts as absent.
pub(super) type Slot<'a> = Option<&'a RawValue>;

pub(super) trait Members<'a>: Default {
    /// Returns the slot of the member of this name; `None` for members that nobody asks for.
    fn slot(&mut self, name: &str) -> Option<&mut Slot<'a>>;
}

/// Declares the members of an object: the slots that they are read into, and the schema that the description shows.
macro_rules! members {
    ($(#[$documentation:meta])* $members:ident, $schema:ident = $schema_name:ident {
        $($(#[$about:meta])* $field:ident: $type:ty = $name:literal,)+
    }) => {
        $(#[$documentation])*
        #[derive(Debug, Default)]
        pub(super) struct $members<'a> {
            $(pub(super) $field: $crate::api::intake::members::Slot<'a>,)+
        }

        impl<'a> $crate::api::intake::members::Members<'a> for $members<'a> {
            fn slot(&mut self, name: &str) -> Option<&mut $crate::api::intake::members::Slot<'a>> {
                match name {
                    $($name => Some(&mut self.$field),)+
                    _ => None,
                }
            }
        }

        $(#[$documentation])*
        #[derive(utoipa::ToSchema)]
        #[schema(as = $schema_name, rename_all = "camelCase")]
        #[expect(dead_code, reason = "for the description")]
        pub(in crate::api) struct $schema {
            $($(#[$about])* $field: $type,)+
        }
    };
}

pub(super) use members;

/// Returns the value of an optional member: an empty text, list or object is an absent one (PAY-02).
pub(super) fn optional(slot: Slot<'_>) -> Slot<'_> {
    slot.filter(|raw| {
        let inside = match raw.get().as_bytes() {
            [b'"', inside @ .., b'"'] => return !inside.is_empty(),
            [b'[', inside @ .., b']'] | [b'{', inside @ .., b'}'] => inside,
            _ => return true,
        };
        !inside.iter().all(u8::is_ascii_whitespace)
    })
}

/// Returns the object that the whole text is; `None` when it is something else.
pub(super) fn root<'a, T: Members<'a>>(text: &'a str) -> Option<T> {
    serde_json::from_str::<Item<T>>(text).ok()?.0
}

/// Returns the object that `raw` is; `None` when it is something else.
pub(super) fn object<'a, T: Members<'a>>(raw: &'a RawValue) -> Option<T> {
    root(raw.get())
}

/// The most names of one kind of object that are told as unknown, beside one of each further object that has some.
const UNKNOWN_NAMES_MAX: usize = 1_000;

/// Returns the names of the members that nobody asks for, about [`UNKNOWN_NAMES_MAX`], of an object or of each object
/// of an array: with the number of the item, from 1, or 0 for the object itself. No item that has some is without one,
/// so that they can be counted. Items after the first `items_max` are passed over.
pub(super) fn unknown_names<'a, T: Members<'a>>(raw: &'a RawValue, items_max: usize) -> Vec<(i64, String)> {
    let mut found = Vec::new();
    let mut keep = |number: usize, of: Option<Unknown<T>>| {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        let room = UNKNOWN_NAMES_MAX.saturating_sub(found.len()).max(1);
        let names = of.into_iter().flat_map(|of| of.names).take(room);
        found.extend(names.map(|name| (number, name)));
    };
    if each(raw, items_max, |index, Item(of)| keep(index + 1, of)).is_none() {
        keep(0, object(raw));
    }
    found
}

/// An object of which the names that `T` has not are kept, and nothing else.
#[derive(Default)]
struct Unknown<T> {
    known: T,
    names: Vec<String>,
}

impl<'a, T: Members<'a>> Members<'a> for Unknown<T> {
    fn slot(&mut self, name: &str) -> Option<&mut Slot<'a>> {
        if self.known.slot(name).is_none() && self.names.len() < UNKNOWN_NAMES_MAX {
            self.names.push(name.to_owned());
        }
        None
    }
}

/// Returns the items of the array that `raw` is, each an object or `None`; `None` when it is something else. Items
/// after the first `items_max` are counted and not kept.
pub(super) fn objects<'a, T: Members<'a>>(raw: &'a RawValue, items_max: usize) -> Option<Items<T>> {
    let mut kept = Vec::new();
    let count = each(raw, items_max, |_, Item(item)| kept.push(item))?;
    Some(Items { kept, count })
}

/// Hands each item of the array that `raw` is to `visit`, with its index, one after the other, so that they need not be
/// in memory together. Returns how many there are; `None` when `raw` is something else. Items after the first
/// `items_max` are counted only.
pub(super) fn each<'a, I: Deserialize<'a>>(
    raw: &'a RawValue,
    items_max: usize,
    visit: impl FnMut(usize, I),
) -> Option<usize> {
    if !raw.get().starts_with('[') {
        return None;
    }
    let mut deserializer = serde_json::Deserializer::from_str(raw.get());
    ItemsSeed { items_max, visit, item: PhantomData }.deserialize(&mut deserializer).ok()
}

/// Returns the items of the array that `raw` is; `None` when it is something else or longer than `items_max`.
pub(super) fn values(raw: &RawValue, items_max: usize) -> Option<Vec<&RawValue>> {
    let mut values = Vec::new();
    let count = each(raw, items_max, |_, value| values.push(value))?;
    (count <= items_max).then_some(values)
}

/// Returns the text that `raw` is; `None` when it is something else.
pub(super) fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    let inside = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') { read::<String>(raw).map(Cow::Owned) } else { Some(Cow::Borrowed(inside)) }
}

/// Returns the text of the number that `raw` is; `None` when it is something else.
pub(super) fn number(raw: &RawValue) -> Option<&str> {
    raw.get().starts_with(|first: char| first == '-' || first.is_ascii_digit()).then(|| raw.get())
}

/// Returns the integer that `raw` is; `None` when it is something else or out of 64 bits. `3.0` is the integer 3 as
/// JSON Schema counts.
pub(super) fn integer(raw: &RawValue) -> Option<i64> {
    let lexeme = number(raw)?;
    let whole = match lexeme.split_once('.') {
        Some((whole, fraction)) if fraction.bytes().all(|byte| byte == b'0') => whole,
        Some(_) => return None,
        None => lexeme,
    };
    whole.parse().ok()
}

/// Reads a slice of the request, which was checked to be JSON before: a failure means another type.
fn read<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Option<T> {
    serde_json::from_str(raw.get()).ok()
}

#[derive(Debug)]
pub(super) struct Items<T> {
    /// The first ones; `None` for an item that is no object.
    pub(super) kept: Vec<Option<T>>,
    pub(super) count: usize,
}

/// An object; `None` for something else.
pub(super) struct Item<T>(pub(super) Option<T>);

impl<'de, T: Members<'de>> Deserialize<'de> for Item<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ItemVisitor(PhantomData))
    }
}

/// Visits values that are no object.
macro_rules! no_object {
    ($($visit:ident $value:ty),+) => {$(
        fn $visit<E: Error>(self, _: $value) -> Result<Self::Value, E> {
            Ok(Item(None))
        }
    )+};
}

struct ItemVisitor<T>(PhantomData<T>);

impl<'de, T: Members<'de>> Visitor<'de> for ItemVisitor<T> {
    type Value = Item<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Item<T>, A::Error> {
        let mut members = T::default();
        while let Some(JsonKey(key)) = entries.next_key()? {
            match members.slot(&key) {
                Some(slot) => {
                    let raw: &'de RawValue = entries.next_value()?;
                    *slot = (raw.get() != "null").then_some(raw);
                }
                None => drop(entries.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Item(Some(members)))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Item<T>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Item(None))
    }
    no_object! { visit_str &str, visit_bool bool, visit_i64 i64, visit_u64 u64, visit_f64 f64 }
    fn visit_unit<E: Error>(self) -> Result<Item<T>, E> {
        Ok(Item(None))
    }
}

struct ItemsSeed<I, V> {
    items_max: usize,
    visit: V,
    item: PhantomData<I>,
}

impl<'de, I: Deserialize<'de>, V: FnMut(usize, I)> DeserializeSeed<'de> for ItemsSeed<I, V> {
    type Value = usize;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, I: Deserialize<'de>, V: FnMut(usize, I)> Visitor<'de> for ItemsSeed<I, V> {
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array")
    }
    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<usize, A::Error> {
        let mut count = 0;
        while count < self.items_max {
            match items.next_element()? {
                Some(item) => (self.visit)(count, item),
                None => return Ok(count),
            }
            count += 1;
        }
        while items.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok(count)
    }
}
