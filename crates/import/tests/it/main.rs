//! Reading of files, and their effect on the tables of both engines.

#![cfg(test)]

mod applying;
mod chunk_sizes;
mod errors;
mod moments;
mod reading;
mod things;
mod traced;
