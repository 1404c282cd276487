//! CBOR (RFC 8949) with limits: depth, entries of a map, and no key twice.

use ciborium::Value;

use crate::limits::{CBOR_DEPTH_MAX, CBOR_ENTRIES_MAX};

/// Error for bytes that are no CBOR map within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CborError;

/// A map whose keys are all different.
#[derive(Clone, Debug)]
pub(crate) struct Map(Vec<(Value, Value)>);

impl Map {
    /// Reads the map at the beginning of `bytes`, and returns what follows it.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Self, &[u8]), CborError> {
        let mut rest = bytes;
        let item: Value = ciborium::de::from_reader_with_recursion_limit(&mut rest, CBOR_DEPTH_MAX)
            .map_err(|_| CborError)?;
        Ok((Self::from_item(item)?, rest))
    }

    /// Reads the map that `bytes` are, and nothing else.
    pub(crate) fn read_whole(bytes: &[u8]) -> Result<Self, CborError> {
        match Self::read(bytes)? {
            (map, []) => Ok(map),
            _ => Err(CborError),
        }
    }

    /// Takes an item that is a map.
    pub(crate) fn from_item(item: Value) -> Result<Self, CborError> {
        let Value::Map(entries) = item else { return Err(CborError) };
        let is_twice =
            |(at, (key, _)): (usize, &(Value, Value))| entries.iter().take(at).any(|(other, _)| other == key);
        if entries.len() > CBOR_ENTRIES_MAX || entries.iter().enumerate().any(is_twice) {
            return Err(CborError);
        }
        Ok(Self(entries))
    }

    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes the value of a key that is a text.
    pub(crate) fn take(&mut self, key: &str) -> Option<Value> {
        let at = self.0.iter().position(|(other, _)| other.as_text() == Some(key))?;
        Some(self.0.swap_remove(at).1)
    }

    /// Returns the bytes under a key that is a number.
    pub(crate) fn bytes(&self, key: i64) -> Option<&[u8]> {
        self.get(key)?.as_bytes().map(Vec::as_slice)
    }

    /// Returns the number under a key that is a number.
    pub(crate) fn integer(&self, key: i64) -> Option<i64> {
        i64::try_from(i128::from(self.get(key)?.as_integer()?)).ok()
    }

    fn get(&self, key: i64) -> Option<&Value> {
        let is_key = |other: &Value| other.as_integer().map(i128::from) == Some(i128::from(key));
        self.0.iter().find(|(other, _)| is_key(other)).map(|(_, value)| value)
    }
}
