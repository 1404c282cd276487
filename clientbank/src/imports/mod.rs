//! Imports of the bank's files: by command, and as people start them over the bank API.

mod demo_passwords;
mod files;
mod worker;

pub(crate) use demo_passwords::without_demo_passwords;
pub(crate) use files::{find, refuse_fed, told};
pub(crate) use worker::{Importing, RUN};
