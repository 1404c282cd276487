//! The rows that a filter selects and their order, on both engines.

mod filters;
mod model;
mod random;
mod rows;
mod sorts;
