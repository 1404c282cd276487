//! Reading of files, and their effect on the tables of both engines.

#![cfg(test)]

mod applying;
mod faults;
mod reading;
mod things;
