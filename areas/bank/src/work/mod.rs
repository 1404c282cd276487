//! The use cases.

pub mod actions;
pub mod answer;
pub(crate) mod archive_orders;
pub(crate) mod books;
pub(crate) mod calendar;
pub(crate) mod compare;
pub mod directory;
pub mod hand_out;
pub(crate) mod initiation;
pub mod log_in;
pub(crate) mod message;
pub mod push;
pub mod systems;
