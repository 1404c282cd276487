//! Shows the section to those who may sign.

use ::pages::{Person, Reply, Section, SectionGuide, Waiting};

use crate::state::CertificatesState;
use crate::work::present::types;

/// Guides people to their certificates.
#[derive(Clone, Debug)]
pub(crate) struct SignatureGuide(pub(crate) CertificatesState);

impl SectionGuide for SignatureGuide {
    fn section(&self) -> Section {
        Section::Signature
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            let directory = clients::Directory::new(self.0.store.clone());
            let rights = directory.rights(person.user, person.company).await?;
            Ok((!types(rights).is_empty()).then(Vec::new))
        })
    }
}
