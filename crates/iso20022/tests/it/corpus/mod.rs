//! Documents made from the schema files: valid ones, and the same with something changed.
//!
//! The generator reads the schema files by itself, with its own small model, so that a mistake of the crate's loader
//! does not hide in the documents.

mod encoding;
mod generate;
mod model;
mod mutate;
mod sample;
mod tree;
mod values;

pub(crate) use encoding::{Encoding, mutate_bytes};
pub(crate) use generate::generate;
pub(crate) use model::Model;
pub(crate) use mutate::{mutate, mutate_text};
pub(crate) use tree::Style;
