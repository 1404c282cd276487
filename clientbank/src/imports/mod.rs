//! Imports of the bank's files: by command, and as people start them over the bank API.

mod demo_passwords;
mod files;
mod started;
mod worker;

pub(crate) use demo_passwords::without_demo_passwords;
pub(crate) use files::{counts, find, refuse_fed, told};
pub(crate) use started::{NEWEST, QUERIES, Started, StartedState};
pub(crate) use worker::{Importing, RUN};
