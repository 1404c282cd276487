//! Statements from the request to the last signature, on both engines (PAY-01 to PAY-08, PAY-11 to PAY-15).

mod checking;
mod crowding;
mod defaults;
mod describing;
mod following;
mod hostile;
pub(crate) mod house;
mod intake;
mod lapsing;
mod moving;
mod online_bank;
mod people;
mod planted;
mod planted_faults;
mod rates;
mod refusing;
mod repeating;
pub(crate) mod signed_document;
mod signing;
mod standing;
mod tolerating;
mod twice;
mod validating;
