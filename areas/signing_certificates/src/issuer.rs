//! The port for an authority that issues certificates by itself.

use std::fmt;
use std::pin::Pin;

use clients::signatures::AskedCertificate;

/// The answer of an issuer; the text of an error is for the log.
pub type Issuing<'a> = Pin<Box<dyn Future<Output = Result<(), String>> + Send + 'a>>;

/// Somebody who issues a certificate for a request at once and has the bank register it. A bank has an authority
/// outside of this program, and no such issuer.
pub trait Issuer: Send + Sync + fmt::Debug {
    /// Issues the certificate of a request, for a person with this login and full name. The request is stored already:
    /// when this fails it stays open.
    fn issue<'a>(&'a self, asked: &'a AskedCertificate, login: &'a str, full_name: &'a str) -> Issuing<'a>;
}
