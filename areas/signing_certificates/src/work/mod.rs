//! Use cases: each file is one of them and opens its units of work; no other folder of the area opens one.

pub(crate) mod ask;
pub(crate) mod error;
mod own;
pub(crate) mod present;
pub(crate) mod registration;
pub(crate) mod revoke;
mod signer;
pub(crate) mod take_decision;

pub(crate) use signer::Signer;
