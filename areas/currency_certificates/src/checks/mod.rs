//! The business checks behind the schema (requirement CTC-03).
//!
//! What concerns the message as a whole is checked while it is taken, and one fault refuses it ([`message`]). What concerns
//! one certificate is checked by the worker, so that a wrong certificate does not hold back the right ones beside it
//! ([`certificate`]). Each check is a pure function of values; [`value`] has those that look at one value.

pub mod certificate;
pub mod message;
pub mod value;

#[cfg(test)]
mod tests;
