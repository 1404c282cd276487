//! The author of every entry that identity writes into the audit trail.

pub use area::Author;
