//! The use cases.

pub mod answer;
pub mod hand_out;
pub mod log_in;
pub mod systems;
