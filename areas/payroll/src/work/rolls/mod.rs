//! The use cases of rolls: lists of employees with sums on their way to a statement (ONL-03).
//!
//! A roll is [prepared](prepare) from a file, a template or an earlier statement, looked at with what the checks find
//! ([`preview`]), and [made](make) into a statement by the use case of the API. What nobody makes into one is
//! forgotten.

mod keep;
mod look;
mod make;

pub(crate) use keep::forget;
pub use keep::{Source, delete_roll, keep_template, prepare};
pub use look::{Preview, Rolls, preview, rolls};
pub use make::make;
