//! The parts of a page that signs in the browser: the form for a key, and the one that makes a new key.
//!
//! The key never leaves the browser: the script `assets/signing.js` reads it, signs what the bank hands out, and puts
//! the signature into a field of the page, which is sent as one that was made elsewhere. Without scripts the parts stay
//! hidden.

mod words;

use askama::Template;
use kernel::{Language, hexadecimal};

use crate::assets;
use words::Words;

/// A document that is signed in the browser.
#[derive(Clone, Debug)]
pub struct SigningDocument {
    /// The path at which the page offers it.
    pub address: String,
    /// The SHA-256 of its bytes, 32 bytes, where the page knows it: the script compares it with what it loaded, whose
    /// digest is what is signed.
    pub digest: Option<[u8; 32]>,
    /// The `id` of the field that takes the signature.
    pub into: String,
    /// Stands before the signature in the field; usually empty.
    pub prefix: String,
}

#[derive(Template)]
#[template(path = "new_key.html")]
struct NewKey<'a> {
    words: &'static Words,
    script: &'a str,
    person: &'a str,
    organisation: &'a str,
    into: &'a str,
}

#[derive(Template)]
#[template(path = "signing.html")]
struct Tool<'a> {
    words: &'static Words,
    script: &'a str,
    certificates: &'a str,
    documents: Vec<(&'a SigningDocument, String)>,
}

/// Writes the form that signs all of `documents` with one key, and the script of it. The certificates are at the path
/// `certificates`, as PEM. A page has one such form.
pub fn signing_tool(
    language: Language,
    certificates: &str,
    documents: &[SigningDocument],
) -> Result<String, askama::Error> {
    let documents = documents
        .iter()
        .map(|document| (document, document.digest.map(|digest| hexadecimal(&digest)).unwrap_or_default()))
        .collect();
    let script = assets::SIGNING.path();
    Tool { words: Words::of(language), script, certificates, documents }.render()
}

/// Writes the form in which `person`, who signs for `organisation`, makes a new key in the browser. The request for its
/// certificate goes into the field with the `id` `into`.
pub fn new_key_tool(
    language: Language,
    person: &str,
    organisation: &str,
    into: &str,
) -> Result<String, askama::Error> {
    NewKey { words: Words::of(language), script: assets::SIGNING.path(), person, organisation, into }.render()
}

/// Strips Base64 that was pasted of what PEM puts around it, and of line breaks and spaces.
pub fn bare_base64(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("-----"));
    lines.flat_map(|line| line.chars().filter(|letter| !letter.is_whitespace())).collect()
}

#[cfg(test)]
mod tests;
