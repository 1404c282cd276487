//! A pull parser for the accepted XML: version 1.0 with namespaces, without document types.
//!
//! It is strict where a lenient parser would let two readers see two documents: names, references, comments, duplicate
//! attributes and prefixes are all checked. It borrows from the text, holds one open element per level and the
//! attributes of one tag, and counts what it reads against the limits, so its memory is bounded by them. Namespaces are
//! those of "Namespaces in XML 1.0"; what it calls an error is one here.

pub(crate) mod declaration;
mod error;
pub(crate) mod names;
mod namespaces;
mod parser;
mod references;
mod tags;
#[cfg(test)]
mod tests;

pub(crate) use error::{XmlError, XmlErrorKind};
pub(crate) use parser::{Event, Parser, Start};
pub(crate) use tags::Attribute;
