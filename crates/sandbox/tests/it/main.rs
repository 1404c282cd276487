//! The mark of a database and the clock of a sandbox, on both engines.

mod kind;
