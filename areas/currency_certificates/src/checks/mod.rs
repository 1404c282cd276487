//! The business checks after the schema (requirement CTC-03).
//!
//! A message as a whole is checked while it is taken, and one mistake refuses it ([`message`]). Each certificate is
//! checked by the worker, so that a wrong one does not hold back the right ones beside it ([`certificate`]);
//! [`decision`] puts the results together. Each check is a pure function of values; [`value`] has those that look at
//! one value.

pub mod certificate;
pub mod decision;
pub mod message;
pub mod value;

#[cfg(test)]
mod tests;
