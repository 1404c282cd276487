//! The sandboxes of one process: the main one, which lives in the database of the settings and runs as the bank does,
//! and any number of others, one per key, each a program of its own on a copy of the seed data.
//!
//! A request belongs to the sandbox that its Host names (`KEY.localhost`), so that paths stay as they are specified;
//! every other Host belongs to the main one. A sandbox with a key takes one call at a time, and does what is due before
//! it takes the next, with a clock that stands until it is moved and with randomness that follows from its seed: the
//! same calls get the same answers, byte by byte.

mod administration;
mod by_host;
mod error;
mod guard;
mod key;
mod program;
mod registry;
mod room;
mod template;
mod whole;

pub use by_host::ByHost;
pub use error::SandboxesError;
pub use key::{MAIN, SandboxKey, SandboxKeyError};
pub use program::Seeded;
pub use registry::{Plan, Sandboxes};
pub(crate) use template::seed;
pub use template::{SEED_START, Template};
