//! Use cases: each file is one of them.

pub(crate) mod list_eligible;
