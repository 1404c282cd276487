//! Use cases: each file is one of them and opens its units of work; no other folder of the area opens one.

pub(crate) mod ask;
pub(crate) mod begin_registration;
pub(crate) mod error;
pub(crate) mod finish_registration;
mod own;
pub(crate) mod present;
pub(crate) mod revoke;
pub(crate) mod take_decision;
mod trail;
pub(crate) mod waiting;
pub(crate) mod withdraw;

pub(crate) use trail::Signer;
