//! ISO 20022 messages: bytes in, a validated document or its violations out.
//!
//! [`Reader`] takes a message as a client sent it through three steps. The guard looks at size, encoding and
//! characters. The parser reads XML 1.0 with namespaces and without document types, so there are no entities to
//! expand and nothing to fetch. The validator checks every element against the message definition, an XML Schema
//! file, while the parser reads, and either keeps the element or says what is wrong with it: line, column, path,
//! reason.
//!
//! [`Notification`] reads a valid auth.024 message by the names of the business, and [`status`] writes the answer,
//! auth.027.
//!
//! [`XmlReader`] hands the parser out for XML of other vocabularies, which no definition describes.
//!
//! A message is added as a file in the folder `schemas`, or in a folder of the bank ([`Reader::with_folder`]). Which
//! part of XML Schema a file may use, and why nothing else reads these files, is told in
//! `docs/adr/0012-iso20022-validator.md`.
//!
//! ```
//! let reader = iso20022::Reader::new(iso20022::Limits::default())?.only("auth.024");
//! let violations = reader.read(b"<Document/>", None).expect_err("it has no namespace");
//! assert_eq!(violations.list()[0].line, 1);
//! # Ok::<(), iso20022::SchemaError>(())
//! ```

mod document;
mod foreign;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod guard;
mod limits;
mod notification;
pub mod payments;
mod position;
mod reader;
mod schema;
mod schemas;
pub mod status;
mod transport;
mod validate;
mod violation;
mod writer;
mod xml;

pub use document::{Document, Element};
pub use foreign::{NotXml, XmlPiece, XmlReader};
pub use limits::Limits;
pub use notification::{
    Account, Agent, Amendment, Amount, Certificate, Contract, DocumentReference, Item, Notification, Party,
    Record,
};
pub use reader::Reader;
pub use schema::SchemaError;
pub use transport::{LettersLost, charset_of_transport};
pub use violation::{Violation, Violations};
