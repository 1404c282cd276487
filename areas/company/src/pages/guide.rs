//! Tells a person on the first page that the change of a signature scheme waits for a confirmation (ONL-06).

use ::pages::{Person, Reply, Section, SectionGuide, Waiting};
use identity::IdentityState;

use super::users::{SCHEME_PATH, SchemeWords};
use crate::work::users::find_scheme_change::awaits_confirmation;

/// Guides people to the change that waits for them; everybody has the section of their own security.
#[derive(Clone)]
pub struct SchemeGuide(pub IdentityState);

kernel::debug_shows!(SchemeGuide(..));

impl SectionGuide for SchemeGuide {
    fn section(&self) -> Section {
        Section::Security
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            if !awaits_confirmation(&self.0, person.user, person.company).await? {
                return Ok(Some(Vec::new()));
            }
            let waiting = Waiting {
                name: SchemeWords::of(person.language).on_home,
                count: 1,
                sum: None,
                path: SCHEME_PATH.to_owned(),
                is_fault: false,
            };
            Ok(Some(vec![waiting]))
        })
    }
}
