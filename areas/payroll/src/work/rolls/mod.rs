//! The use cases of rolls: lists of employees with sums on their way to a statement (ONL-03).
//!
//! A roll is [prepared](prepare) from a file, a template or an earlier statement, looked at with what the checks find
//! ([`preview`]), and [made](make) into a statement by the use case of the API. What nobody makes into one is
//! forgotten.

mod end;
mod keep_template;
mod list;
mod make;
mod prepare;
mod preview;
mod trail;

pub use end::delete_roll;
pub(crate) use end::forget;
pub use keep_template::keep_template;
pub use list::{Rolls, rolls};
pub use make::make;
pub use prepare::{Source, prepare};
pub use preview::{Preview, preview};
