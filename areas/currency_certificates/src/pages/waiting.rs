//! Messages that were refused of late, on the first page and in the menu (ONL-02).

use clients::Role;
use pages::{Person, Reply, Section, SectionGuide, Waiting};

use super::words::Words;
use crate::state::CertificatesState;
use crate::viewer::Viewer;
use crate::work::waiting::waiting;

#[derive(Clone, Debug)]
pub struct CertificatesGuide(pub CertificatesState);

impl SectionGuide for CertificatesGuide {
    fn section(&self) -> Section {
        Section::Certificates
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            if !person.roles.iter().any(|role| role == Role::ONLINE_USER) {
                return Ok(None);
            }
            let viewer = Viewer { company: person.company.clone(), user: person.user.clone(), client: None };
            let words = Words::of(person.language);
            let refused = waiting(&self.0, viewer).await?;
            let entry = |(state, count): (crate::task::TaskState, u32)| {
                let path = format!("/bank/certificates?state={}&of_late=yes", state.as_str());
                Waiting::fault(words.state(state), count, path)
            };
            Ok(Some(refused.into_iter().map(entry).collect()))
        })
    }
}
