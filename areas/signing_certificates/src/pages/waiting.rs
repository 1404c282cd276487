//! Shows the section to those who may sign, and tells of a request that the bank refused.

use ::pages::{Person, Reply, Section, SectionGuide, Waiting};

use super::words::Words;
use crate::state::CertificatesState;
use crate::work::waiting::is_refused;

/// Guides people to their certificates.
#[derive(Clone, Debug)]
pub(crate) struct SignatureGuide(pub(crate) CertificatesState);

impl SectionGuide for SignatureGuide {
    fn section(&self) -> Section {
        Section::Signature
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            let is_refused = is_refused(&self.0, person.user, person.company).await?;
            let refused = Waiting {
                name: Words::of(person.language).refused_waiting,
                count: 1,
                sum: None,
                path: Section::Signature.path().to_owned(),
                is_fault: true,
            };
            Ok(is_refused.map(|is_refused| if is_refused { vec![refused] } else { Vec::new() }))
        })
    }
}
