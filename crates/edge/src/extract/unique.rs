//! Refuses JSON that serde accepts: duplicate keys, too many of them, deep nesting, forbidden characters (GEN-06).

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The most keys of one object that are compared one by one; above it a set is built.
const KEYS_COMPARED_MAX: usize = 16;

/// The most keys of one object. The specification's largest has about 20; each key of a larger one costs memory until
/// the object ends.
pub const JSON_OBJECT_KEYS_MAX: usize = 1_000;

/// The most characters of a key that a message repeats.
const KEY_SHOWN_MAX: usize = 40;

/// A key of a JSON object, borrowed from the text when it has no escapes.
#[derive(Debug, Deserialize)]
pub struct JsonKey<'k>(#[serde(borrow)] pub Cow<'k, str>);

/// Checks a JSON text for duplicate keys at any depth, for objects with more than [`JSON_OBJECT_KEYS_MAX`] keys, for
/// nesting deeper than `depth_max`, and keys for characters that are refused everywhere; texts too, unless it
/// `takes_any` there. It builds nothing: keys without escapes are compared where they are in the text.
///
/// # Errors
/// What `serde_json` says about the first error, syntax included.
pub(super) fn check(text: &str, depth_max: usize, takes_any: bool) -> Result<(), serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // One list of keys for the whole text, cut back at the end of each object: no allocation per object.
    let keys = RefCell::new(Vec::new());
    Checked { depth_left: depth_max, depth_max, takes_any, keys: &keys }.deserialize(&mut deserializer)?;
    deserializer.end()
}

/// A value that is looked through and forgotten.
#[derive(Clone, Copy)]
struct Checked<'k, 'de> {
    depth_left: usize,
    depth_max: usize,
    takes_any: bool,
    keys: &'k RefCell<Vec<Cow<'de, str>>>,
}

impl Checked<'_, '_> {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        match self.depth_left.checked_sub(1) {
            Some(depth_left) => Ok(Self { depth_left, ..self }),
            None => Err(E::custom(format_args!("nested deeper than {}", self.depth_max))),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Checked<'_, 'de> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

fn check_characters<E: Error>(text: &str) -> Result<(), E> {
    kernel::check_characters(text).map_err(|error| E::custom(format_args!("a text {error}")))
}

impl<'de> Visitor<'de> for Checked<'_, 'de> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }
    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }
    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }
    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }
    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if self.takes_any { Ok(()) } else { check_characters(text) }
    }
    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let inside = self.deeper()?;
        while items.next_element_seed(inside)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let inside = self.deeper()?;
        let start = self.keys.borrow().len();
        let mut many: Option<HashSet<Cow<'de, str>>> = None;
        let mut places = 0..JSON_OBJECT_KEYS_MAX;
        while let Some(JsonKey(key)) = entries.next_key()? {
            if places.next().is_none() {
                let message = format_args!("an object has more than {JSON_OBJECT_KEYS_MAX} keys");
                return Err(A::Error::custom(message));
            }
            check_characters(&key)?;
            let mut keys = self.keys.borrow_mut();
            let own = &keys[start..];
            let repeated = match &mut many {
                Some(set) => !set.insert(key.clone()),
                None => own.contains(&key),
            };
            if repeated {
                let shown: String = key.chars().take(KEY_SHOWN_MAX).collect();
                return Err(A::Error::custom(format_args!("the key `{shown}` occurs twice")));
            }
            if many.is_none() && own.len() == KEYS_COMPARED_MAX {
                many = Some(own.iter().cloned().chain([key]).collect());
            } else if many.is_none() {
                keys.push(key);
            }
            drop(keys);
            entries.next_value_seed(inside)?;
        }
        self.keys.borrow_mut().truncate(start);
        Ok(())
    }
}
