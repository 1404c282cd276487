//! Webhooks that the bank had to switch off, on the administrators' first page and in the menu.

use ::pages::{Person, Reply, Section, SectionGuide, Waiting};

use super::PATH;
use super::words::Words;
use crate::state::WebhooksState;
use crate::store::webhooks;

/// Guides administrators to webhooks that nothing reaches. The section itself is shown to administrators alone.
#[derive(Clone, Debug)]
pub struct WebhooksGuide(pub WebhooksState);

impl SectionGuide for WebhooksGuide {
    fn section(&self) -> Section {
        Section::Integrations
    }

    fn waiting<'a>(&'a self, person: Person<'a>) -> Reply<'a, Option<Vec<Waiting>>> {
        Box::pin(async move {
            let count = webhooks::count_unreachable(&self.0.store, person.company).await?;
            let name = Words::of(person.language).unreachable_waiting;
            let entry = (count > 0).then(|| Waiting::fault(name, count, PATH.to_owned()));
            Ok(Some(entry.into_iter().collect()))
        })
    }
}
