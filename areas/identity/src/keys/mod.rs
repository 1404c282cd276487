//! The domain of the keys that sign tokens.

pub mod key_ring;
pub(crate) mod repeatable_key;
pub mod signing_key;
