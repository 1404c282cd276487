//! Use cases: each file is one of them and opens its units of work; no other folder of the area opens one.

mod next_change;
pub(crate) mod read_webinar;

pub use next_change::next_change;
