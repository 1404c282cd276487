//! Requests to sign and unread letters, on the first page and in the menu (ONL-02).

use clients::Role;
use pages::{Person, Reply, Section, SectionGuide, Waiting};

use super::letters::Words;
use super::words::state;
use crate::request_state::RequestState;
use crate::state::TariffRequestsState;
use crate::viewer::Viewer;
use crate::work::waiting::{UNSIGNED, requests_to_sign, unread_letters};

#[derive(Clone, Debug)]
pub struct TariffsGuide(pub TariffRequestsState);

#[derive(Clone, Debug)]
pub struct LettersGuide(pub TariffRequestsState);

/// Tells whether the person may open the pages of this area at all.
fn may_open(person: Person<'_>) -> bool {
    person.roles.iter().any(|role| role == Role::ONLINE_USER)
}

impl SectionGuide for TariffsGuide {
    fn section(&self) -> Section {
        Section::Tariffs
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            if !may_open(person) {
                return Ok(None);
            }
            let (user, company) = (person.user.clone(), person.company.clone());
            let found =
                requests_to_sign(&self.0, &Viewer { user, company, client: None }, person.company).await?;
            let entry = |of: RequestState| {
                let count = found.iter().filter(|request| request.state == of).count();
                (count > 0).then(|| Waiting {
                    name: state(of, person.language),
                    count: u32::try_from(count).unwrap_or(u32::MAX),
                    sum: None,
                    path: format!("{}?to_sign={}", Section::Tariffs.path(), of.as_str()),
                    is_fault: false,
                })
            };
            Ok(Some(UNSIGNED.into_iter().filter_map(entry).collect()))
        })
    }
}

impl SectionGuide for LettersGuide {
    fn section(&self) -> Section {
        Section::Letters
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            if !may_open(person) {
                return Ok(None);
            }
            let count = unread_letters(&self.0, person.company).await?;
            let entry = Waiting {
                name: Words::of(person.language).only_unread,
                count,
                sum: None,
                path: format!("{}?show=unread", Section::Letters.path()),
                is_fault: false,
            };
            Ok(Some((count > 0).then_some(entry).into_iter().collect()))
        })
    }
}
