//! Imports of the bank's files: by command, and as people start them over the bank API.

mod files;
mod guards;
mod worker;

pub(crate) use files::{find, refuse_fed, told};
pub(crate) use guards::{with_own_authorities, without_demo_passwords};
pub(crate) use worker::{Importing, RUN};
